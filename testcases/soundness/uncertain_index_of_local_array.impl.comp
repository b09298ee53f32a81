// A private array with an uncertain index.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(12,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,2} 4x{1,2} 4x~3

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint values[3] = {1, 1, 3};
  values[sum & 1] = 2;
  o[gl_LocalInvocationIndex] = values[0];
  o[gl_LocalInvocationIndex + 4] = values[1];
  o[gl_LocalInvocationIndex + 8] = values[2];
}
