// An uncertain branch in a function that is called in a loop under another uncertain branch.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{0,3,5} 4x7

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

uint step_of(uint x, uint sum, uint k) {
  if (sum > 7) {
    if (k == 0) return 3;
    return x;
  }
  return 5;
}

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint x = 0;
  if (sum != 6) {
    for (uint k = 0; k < 2; ++k) x = step_of(x, sum, k);
  }
  o[gl_LocalInvocationIndex] = x;
  o[gl_LocalInvocationIndex + 4] = 7;
}
