// Workgroups own overlapping or separate ranges.
// groups: 3, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint begin = gl_WorkGroupID.x *
#ifdef RACE
  7;
#else
  8;
#endif
  results[begin + i] = gl_WorkGroupID.x;
}
