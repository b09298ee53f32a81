// A tile is loaded in each iteration, after all have used the last one.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint sum = 0;
  for (uint t = 0; t < 3; ++t) {
    cell[i] = values[8 * t + i];
    barrier();
    for (uint k = 0; k < 8; ++k) sum += cell[k];
#ifndef RACE
    barrier();
#endif
  }
  results[i] = sum;
}
