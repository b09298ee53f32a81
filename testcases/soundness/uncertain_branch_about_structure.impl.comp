// An uncertain branch around a store to a member of a structure, and a copy of the structure.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,9} 4x2

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

struct Pair { uint first, second; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  Pair pair = Pair(1, 2);
  if (sum > 7) pair.first = 9;
  const Pair copy = pair;
  o[gl_LocalInvocationIndex] = copy.first;
  o[gl_LocalInvocationIndex + 4] = copy.second;
}
