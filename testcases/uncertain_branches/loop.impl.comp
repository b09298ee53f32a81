// Loops whose exits depend on the implementation.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(32,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: 0: 3? 3? 3? 3? 4 4 4 4 1? 1? 1? 1? 2? 2? 2? 2?
// CHECK: 16: 4? 4? 4? 4? 6 6 6 6 2? 2? 2? 2? 5? 5? 5? 5?
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[32]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  // An uncertain bound.
  uint n = 0;
  uint certain = 4;
  for (uint k = 0; k < s; ++k) ++n;
  o[i] = n + 0 * certain;
  o[4 + i] = certain;
  // A break, followed by a store to one element.
  for (uint k = 0; k < 4; ++k) {
    if (s == k) break;
    if (k == 2) o[8 + i] = 1;
    o[12 + i] = 2;
    if (k == 0 && s == 1000) o[12 + i] = 2;
  }
  // A continue.
  uint count = 0, all = 0;
  for (uint k = 0; k < 6; ++k) {
    ++all;
    if (s > k + 1) continue;
    ++count;
  }
  o[16 + i] = count;
  o[20 + i] = all;
  // The loop stores to the invocation's own element in every iteration.
  for (uint k = 0; k < 3; ++k) {
    o[24 + i] = k;
    if (s + k > 4) break;
  }
  o[28 + i] = 5;
  if (s > 100) o[28 + i] = 6;
}
