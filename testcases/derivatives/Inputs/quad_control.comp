#version 460
#extension GL_EXT_shader_quad_control : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[i] = uint(subgroupQuadAll(i >= 3)) + 2 * uint(subgroupQuadAny(i == 3 || i >= 4));
}
