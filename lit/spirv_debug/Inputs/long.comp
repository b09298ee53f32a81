#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint value = i;
  for (uint k = 0; k < 8000000; ++k) {
    value = value * 1664525u + 1013904223u;
    value ^= value >> 3;
  }
  values[i] = value;
}
