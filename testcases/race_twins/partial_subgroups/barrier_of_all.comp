// A barrier includes the invocations of the partial subgroup.
// groups: 1, subgroup size: 4
#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 9) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
#ifndef RACE
  barrier();
#endif
  if (i == 0) results[0] = cell[8];
}
