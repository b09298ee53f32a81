// Workgroups count into the same bins.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  values[i % 4] += 1;
#else
  atomicAdd(values[i % 4], 1);
#endif
}
