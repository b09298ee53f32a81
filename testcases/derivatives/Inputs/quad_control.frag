#version 460
#extension GL_EXT_shader_quad_control : require
#extension GL_KHR_shader_subgroup_vote : require
layout(full_quads) in;
layout(quad_derivatives) in;
layout(location = 0) out vec4 color;

void main() { color = vec4(subgroupQuadAll(gl_FragCoord.x > 2.0)); }
