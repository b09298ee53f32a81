// One atomic of the leader reserves places for the whole subgroup.
// groups: 1, subgroup size: 4
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint at = 0;
  if (subgroupElect()) at = atomicAdd(values[0], 4);
  at = subgroupBroadcastFirst(at) +
#ifdef RACE
  0;
#else
  gl_SubgroupInvocationID;
#endif
  results[at] = i;
}
