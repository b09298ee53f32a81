// An if/else after which each invocation stores to its own element marks only these elements.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(9,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{100,200} 4x5 777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  const uint i = gl_LocalInvocationIndex;
  o[i + 4] = 5;
  if (sum > 7) o[i] = 100; else o[i] = 200;
}
