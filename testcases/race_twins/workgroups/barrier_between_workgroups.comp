// A barrier does not order workgroups.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  const uint from = 0;
#else
  const uint from = gl_WorkGroupID.x;
#endif
  if (gl_WorkGroupID.x == from) values[8 * from + i] = i;
  memoryBarrierBuffer();
  barrier();
  results[gl_GlobalInvocationID.x] = values[8 * from + 7 - i];
}
