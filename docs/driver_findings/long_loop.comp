#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint count, rounds; };

void main() {
  for (uint i = 0; i < count; ++i) rounds += 2;
}
