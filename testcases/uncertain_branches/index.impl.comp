// A store to an element with an implementation-dependent index may write every element of the array.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(17,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: uint32[17] = 9 9? 9? 9? 7? 5 5 5 5 9? 9? 9? 9? 9 9 9 9
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results {
  uint before;
  uint o[4];
  uint certain[4];
  uint loaded[4];
  uint behind[];
};
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  if (i == 0) o[s % 4] = 7;
  certain[i] = 5;
  loaded[i] = behind[s % 4];
}
