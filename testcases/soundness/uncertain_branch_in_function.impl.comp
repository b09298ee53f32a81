// A function that changes its parameter under an uncertain branch.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,2} 4x3

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void change(inout uint x, inout uint y, uint sum) {
  if (sum > 7) {
    x = 2;
    y = 3;
  }
}

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint x = 1, y = 3;
  change(x, y, sum);
  o[gl_LocalInvocationIndex] = x;
  o[gl_LocalInvocationIndex + 4] = y;
}
