#version 450
// Runs for a time that the first number sets.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint count, sum; };

void main() {
  for (uint i = 0; i < count; ++i) atomicAdd(sum, 1u);
}
