// Volatile accesses are not ordered.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) volatile buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  values[i] = i;
#ifndef RACE
  memoryBarrierBuffer();
  barrier();
#endif
  results[i] = values[7 - i];
}
