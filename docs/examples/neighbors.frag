#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
layout(location = 0) out uvec4 sum;

void main() {
  sum = uvec4(subgroupAdd(1), 0, 0, 1);
}
