// The path that this run does not take has a long loop that stores to a distant element.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: {777,9} 3x~777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  if (sum > 6) {
    uint x = 1;
    for (uint k = 0; k < 100000; ++k) x = x * 1664525 + 1013904223;
    if (x != 0 && gl_LocalInvocationIndex == 0) o[0] = 9;
  }
}
