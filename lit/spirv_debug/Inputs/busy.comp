#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  uint x = values[0];
  for (uint i = 0; i < 1000000000u; ++i) {
    x = x * 1664525u + 1013904223u;
  }
  values[0] = x;
}
