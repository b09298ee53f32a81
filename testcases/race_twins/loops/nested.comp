// The inner loop reads what the other iterations of the outer loop write.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint row = 0; row < 2; ++row) {
    cell[i] = row;
#ifndef RACE
    barrier();
#endif
    uint sum = 0;
    for (uint k = 0; k < 8; ++k) sum += cell[k];
    barrier();
    results[8 * row + i] = sum;
  }
}
