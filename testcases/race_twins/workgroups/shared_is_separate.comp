// Each workgroup has its own shared memory, but not its own buffer.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  values[i] = gl_WorkGroupID.x;
#else
  cell[i] = gl_WorkGroupID.x;
#endif
  memoryBarrierBuffer();
  barrier();
  results[gl_GlobalInvocationID.x] =
#ifdef RACE
  values[i];
#else
  cell[i];
#endif
}
