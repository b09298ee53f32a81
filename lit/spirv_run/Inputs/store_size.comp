#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Value { uint value; };

void main() {
  value = gl_SubgroupSize;
}
