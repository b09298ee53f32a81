// Workgroups clear one counter, or only the first one does.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  if (i == 0) values[0] = 0;
#else
  if (i == 0 && gl_WorkGroupID.x == 0) values[0] = 0;
#endif
}
