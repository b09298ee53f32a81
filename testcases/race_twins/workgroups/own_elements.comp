// Elements by the index in the workgroup are shared between workgroups.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  results[i] = gl_WorkGroupID.x;
#else
  results[gl_GlobalInvocationID.x] = gl_WorkGroupID.x;
#endif
}
