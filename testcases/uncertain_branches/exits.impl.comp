// Branches that leave a construct: early returns, calls with several returns, switches that fall through.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(28,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: 0: 13? 13? 13? 13? 5 5 5 5 21? 21? 21? 21? 8 8 8 8
// CHECK: 16: 33? 33? 33? 33? 1 1 1 1 4? 4? 4? 4?
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[28]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

uint several_returns(uint s) {
  for (uint k = 0; k < 2; ++k) {
    if (s == k) return 11;
    if (s == 2) return 12;
  }
  return 13;
}

uint same_returns(uint s) {
  if (s > 2) return 5;
  return 5;
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  o[i] = several_returns(s);
  o[4 + i] = same_returns(s);
  uint v = 20;
  switch (s) {
    case 3: v += 1;
    case 4: break;
    default: v = 30;
  }
  o[8 + i] = v;
  uint same = 0;
  switch (s) {
    case 3: same = 8; break;
    case 4: same = 4;
    default: same += 4; if (same == 4) same = 8;
  }
  o[12 + i] = same;
  switch (s) {
    case 3: o[16 + i] = 33; break;
    case 4: o[16 + i] = 34; break;
    default: break;
  }
  o[20 + i] = 1;
  if (s > 2 && i < 4) {
    o[24 + i] = 4;
    return;
  }
  o[24 + i] = 7;
}
