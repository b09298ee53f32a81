#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Sums that depend on which invocations form a subgroup.
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };

void main() { sums[gl_LocalInvocationIndex] = subgroupAdd(gl_LocalInvocationIndex); }
