// A store with an uncertain index may write any of the elements, and a load may read any of them.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(16,777)' --buffer 0.2=float32:1e8,1,-1e8,6 --buffer '0.3=uint32:iota(16,50)'
// ALLOWED 0.0: 4x{56,57,58,59} 2x~777 4x{1,777} 6x~777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };
layout(std430, set = 0, binding = 3) readonly buffer B3 { uint table[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  o[gl_LocalInvocationIndex] = table[sum];
  if (gl_LocalInvocationIndex == 0) o[sum] = 1;
}
