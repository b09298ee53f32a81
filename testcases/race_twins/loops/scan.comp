// A scan in place needs two barriers per step.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = 1;
  barrier();
  for (uint d = 1; d < 8; d *= 2) {
    const uint add = i >= d ? cell[i - d] : 0;
#ifndef RACE
    barrier();
#endif
    cell[i] += add;
    barrier();
  }
  results[i] = cell[i];
}
