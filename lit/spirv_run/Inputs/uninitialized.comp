#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Data { uint values[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  uint x;
  if (i != 2) x = i;
  values[i] = x;
}
