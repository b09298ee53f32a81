// A scan over subgroups combines their sums in shared memory.
// groups: 1, subgroup size: 4
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint sum = subgroupAdd(1u);
  if (subgroupElect()) cell[gl_SubgroupID] = sum;
#ifndef RACE
  barrier();
#endif
  uint before = 0;
  for (uint s = 0; s < gl_SubgroupID; ++s) before += cell[s];
  results[i] = before;
}
