// The writers must release before they count.
// groups: 4, subgroup size: 4
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  values[1 + gl_WorkGroupID.x] = 3;
#ifndef RACE
  memoryBarrierBuffer();
#endif
  const uint before = atomicAdd(values[0], 1);
  if (before == gl_NumWorkGroups.x - 1) {
    memoryBarrierBuffer();
    uint sum = 0;
    for (uint k = 0; k < gl_NumWorkGroups.x; ++k) sum += values[1 + k];
    results[0] = sum;
  }
}
