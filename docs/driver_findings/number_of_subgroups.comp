#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 10) in;
layout(std430, set = 0, binding = 0) writeonly buffer Counts { uint counts[]; };

void main() {
  counts[gl_LocalInvocationIndex] = gl_NumSubgroups;
}
