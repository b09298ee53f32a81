// A loop with an uncertain bound: the number of iterations, and the stores in them.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(16,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{6,7,8,9} 6x~1 3x{1,777} 3x~777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint count = 0;
  for (uint k = 0; k < sum; ++k) {
    ++count;
    if (gl_LocalInvocationIndex == 0) o[4 + k] = 1;
  }
  o[gl_LocalInvocationIndex] = count;
}
