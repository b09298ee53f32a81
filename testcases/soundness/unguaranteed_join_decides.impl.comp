// Which lanes are together after an inner selection is uncertain, and so is a branch on that.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)'
// ALLOWED 0.0: 3x{10,20} 777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i < 3) {
    uint x = 1;
    if (i == 1) x = 2;
    if (subgroupAdd(1) == 3) o[i] = 10; else o[i] = 20 + 0 * x;
  }
}
