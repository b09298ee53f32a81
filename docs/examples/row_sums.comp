#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) writeonly buffer Sums { uint row_sums[4]; };

void main() {
  // Wrong: a subgroup of 4 need not be a row of 4.
  const uint sum = subgroupAdd(gl_LocalInvocationIndex);
  if (subgroupElect()) row_sums[gl_SubgroupID] = sum;
}
