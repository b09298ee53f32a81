// An uncertain index into an array of buffers: the store may go to any of them.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0[0]=uint32:fill(4,777)' --buffer '0.0[1]=uint32:fill(4,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0[0]: 4x{1,777}
// ALLOWED 0.0[1]: 4x{1,777}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; } targets[2];
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  targets[nonuniformEXT(sum & 1)].o[gl_LocalInvocationIndex] = 1;
}
