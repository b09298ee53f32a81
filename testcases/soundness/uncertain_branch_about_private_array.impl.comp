// An uncertain branch around stores to a private array at a variable index.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(12,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,9} 4x1 4x{1,9}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint values[3] = {1, 1, 1};
  const uint i = gl_LocalInvocationIndex;
  if (sum > 7) {
    values[0] = 9;
    values[2 * (1 - i / 4)] = 9;
  }
  o[i] = values[0];
  o[i + 4] = values[1];
  o[i + 8] = values[2];
}
