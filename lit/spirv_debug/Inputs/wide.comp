#version 450
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint value = a[i] * 1000;
  a[i] = value;
}
