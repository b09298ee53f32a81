#version 450
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  data[i] /= data[i];
}
