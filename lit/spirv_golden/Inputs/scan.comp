#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
// An exclusive scan by the even lanes, and a value that all lanes get from it.
#ifndef SCAN
#define SCAN subgroupExclusiveAdd
#endif
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint sum = 100;
  if (i % 2 == 0) sum = SCAN(i + 1);
  if (i != 15) sums[i] = sum;
}
