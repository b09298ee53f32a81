// Each step of a reduction needs a barrier.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
  barrier();
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) cell[i] += cell[i + stride];
#ifndef RACE
    barrier();
#endif
  }
  if (i == 0) results[0] = cell[0];
}
