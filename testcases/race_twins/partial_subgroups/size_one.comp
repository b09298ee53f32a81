// With subgroups of one invocation, a subgroup barrier orders no two invocations.
// groups: 1, subgroup size: 1
#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
#ifdef RACE
  subgroupBarrier();
#else
  barrier();
#endif
  results[i] = cell[i ^ 1];
}
