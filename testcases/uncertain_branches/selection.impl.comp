// A branch on an implementation-dependent value: values that differ between its paths depend on it too, and no others.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(40,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>/dev/null | FileCheck %s
// CHECK: 0: 100? 100? 100? 100? 5 5 5 5 5? 5? 5? 5? 4? 4? 4? 4?
// CHECK: 16: 0 1 2 3 9? 9? 9? 9? 9 9 9 9 7 7 7 7
// CHECK: 32: 1? 1? 1? 1? 2 2 2 2
//
// A sum that is the same in all orders decides the branch with certainty.
// RUN: spirv-run %s --strict --subgroup-size 4 --buffer '0.0=uint32:fill(40,9)' --buffer 0.1=float32:1,1,1,5 | FileCheck %s --check-prefix=TWIN
// TWIN: 0: 100 100 100 100 5 5 5 5 5 5 5 5 3 3 3 3
// TWIN: 16: 0 1 2 3 9 9 9 9 9 9 9 9 7 7 7 7
// TWIN: 32: 1 1 1 1 2 2 2 2
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));  // 0, 1, 3, 4
  // The paths store different values, the same one, or nothing.
  if (s > 2) o[i] = 100; else o[i] = 200;
  if (s > 2) o[4 + i] = 5; else o[4 + i] = 5;
  if (s > 2) o[8 + i] = 5;
  // Values that merge after the paths.
  uint v = 3;
  if (s < 5 && s != 8) v = 4;
  o[12 + i] = v;
  uint unused = s > 2 ? v : i;
  o[16 + i] = i;
  // A path that is not taken, and one that stores the current value.
  if (s == 77) o[20 + i] = 1;
  if (s == 77) o[24 + i] = 9;
  // Values that agree after the branch.
  uint same = 0;
  if (s > 2) { same = 7; } else { same = 3; same += 4; }
  o[28 + i] = same;
  // A branch inside a branch.
  if (i < 4) {
    if (s > 2) o[32 + i] = 1;
    o[36 + i] = 2;
  }
}
