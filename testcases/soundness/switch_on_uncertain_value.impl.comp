// A switch on an uncertain value: every case that may be taken counts.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(16,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{777,16} 4x{777,17} 4x{5,6} 4x1

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  const uint i = gl_LocalInvocationIndex;
  uint x = 5;
  switch (sum) {
    case 6: o[i] = 16; break;
    case 7: o[i + 4] = 17; x = 6; break;
    default: break;
  }
  o[i + 8] = x;
  o[i + 12] = 1;
}
