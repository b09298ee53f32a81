#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };
void main() {
  uint sum = 0;
  for (uint round = 0; round < 4000000; ++round)
    sum += round;
  sums[0] = sum;
}
