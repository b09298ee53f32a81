// An uncertain branch decides which lanes participate in a later group instruction.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(24,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: uint32[24] = 4? 4? 4? 4? 4 4 4 4 9? 9? 2? 2? 6 6 6 6 3? 3? 3? 3? 4 4 4 4
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  uint n = 0;
  if (s > 2) n = subgroupAdd(1u);
  o[i] = n;
  o[4 + i] = subgroupAdd(1u);
  // Only the lower lanes have such a condition; the others are certainly together, but may not be alone.
  const uint mine = i < 2 ? s + 4 : 0;
  if (mine < 3) o[8 + i] = subgroupAdd(1u);
  o[12 + i] = subgroupMax(i + 3);
  // In a loop that lanes may leave.
  uint sum = 0;
  for (uint k = 0; k < s; ++k) sum = subgroupAdd(1u) - 1;
  o[16 + i] = sum;
  o[20 + i] = subgroupAdd(1u);
}
