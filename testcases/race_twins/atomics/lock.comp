// A lock without memory barriers protects only itself.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint turn = 0; turn < 8; turn += 4) {
    if (i == turn) {
      while (atomicCompSwap(values[0], 0, 1) != 0) {
      }
#ifndef RACE
      memoryBarrierBuffer();
#endif
      values[1] += 1;
#ifndef RACE
      memoryBarrierBuffer();
#endif
      atomicExchange(values[0], 0);
    }
  }
}
