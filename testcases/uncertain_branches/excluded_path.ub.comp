// What a branch decides about an implementation-dependent value excludes paths of later branches on it. Undefined behavior on
// such a path is not possible, and is not reported.
//
// RUN: spirv-run %s --spec 0=0 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: spirv-run %s --spec 0=1 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: spirv-run %s --spec 0=2 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: spirv-run %s --spec 0=3 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: spirv-run %s --spec 0=4 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: spirv-run %s --spec 0=5 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT-NOT: undefined-behavior
// SILENT: [OpGroupNonUniformFAdd.order]
// SILENT-NOT: undefined-behavior
//
// The same divisions, behind decisions that permit them.
// RUN: spirv-run %s --spec 0=10 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: spirv-run %s --spec 0=11 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: spirv-run %s --spec 0=12 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: spirv-run %s --spec 0=13 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: spirv-run %s --spec 0=14 --subgroup-size 4 --buffer '0.0=uint32:fill(8,9)' --buffer 0.1=float32:1e8,-1e8,3,0 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// POSSIBLE: possible-undefined-behavior: {{.*}} [OpUDiv.operand-2-zero]
// UNDEFINED: possible-undefined-behavior: {{.*}} [OpBranchConditional.condition-undefined]
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };
layout(constant_id = 0) const uint CASE = 0;

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint zero = o[4 + i] - 9;
  // 3 here, and at most 100 in other orders.
  const uint s = uint(abs(subgroupAdd(weight[i])));
  const int v = int(s);
  uint x;
  if (CASE == 0) {
    if (s > 2) o[i] = 1;
    else if (s <= 2) o[i] = 2;
    else o[i] = 8 / zero;
  } else if (CASE == 1) {
    if (s == 7) {
      if (s != 7) o[i] = 8 / zero;
    }
  } else if (CASE == 2) {
    if (s > 2) {
      if (s < 3) o[i] = 8 / zero;
    }
  } else if (CASE == 3) {
    if (s != 3) {
      if (s != 5) {
        if (s == 3) o[i] = 8 / zero;
        if (s == 5) o[i] = 8 / zero;
      }
    }
  } else if (CASE == 4) {
    if (v < 3) {
      if (v >= 3) o[i] = 8 / zero;
    }
  } else if (CASE == 5) {
    if (s == 9) x = i;
    if (s == 9) {
      if (x < 4) o[i] = x;
    }
  } else if (CASE == 10) {
    if (s > 2) {
      if (s > 4) o[i] = 8 / zero;
    }
  } else if (CASE == 11) {
    if (s <= 2) {
      if (s == 1) o[i] = 8 / zero;
    }
  } else if (CASE == 12) {
    if (s != 3) {
      if (s != 5) {
        if (s == 4) o[i] = 8 / zero;
      }
    }
  } else if (CASE == 13) {
    if (v != 3) {
      if (v < 3) o[i] = 8 / zero;
    }
  } else {
    if (s == 9) o[i] = 1;
    if (s == 9) {
      if (x < 4) o[i] = x;
    }
  }
}
