#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x=4) in;
layout(std430,binding=0) buffer I { float x[]; };
layout(std430,binding=1) buffer O { float o[]; };
void main(){ o[gl_LocalInvocationIndex] = subgroupAdd(x[gl_LocalInvocationIndex]); }
