// The writer of a flag must execute a memory barrier before it.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) {
    values[1] = 7;
#ifndef RACE
    memoryBarrierBuffer();
#endif
    atomicExchange(values[0], 1);
  }
  if (i == 4) {
    while (atomicOr(values[0], 0) == 0) {
    }
    memoryBarrierBuffer();
    results[0] = values[1];
  }
}
