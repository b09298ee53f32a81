// An uncertain branch around a store to workgroup memory, which others read after a barrier.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,2} 4x5

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };
shared uint part[8];

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  const uint i = gl_LocalInvocationIndex;
  part[i] = 1;
  part[i + 4] = 5;
  if (sum > 7) part[i] = 2;
  barrier();
  o[i] = part[3 - i];
  o[i + 4] = part[7 - i];
}
