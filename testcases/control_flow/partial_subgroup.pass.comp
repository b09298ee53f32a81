// A do-while with break and continue, then a switch that falls through, in a 2D workgroup of 15 invocations,
// which does not fill a subgroup. The expected values were computed separately for each invocation.
//
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=int32:fill(15,0)' | FileCheck %s
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=int32:fill(15,0)' | FileCheck %s
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=int32:fill(15,0)' | FileCheck %s
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=int32:fill(15,0)' | FileCheck %s
// CHECK: 0.0: int32[15] = 110 100 999 1003 110 100 1006 1006 110 109 1006 1006 122 112 1006

#version 460
layout(local_size_x = 5, local_size_y = 3) in;
layout(std430, set = 0, binding = 0) buffer Results { int results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  int a = int(i);
  do {
    if (a % 3 == 0) break;
    a--;
    if (a % 2 == 0) continue;
    a -= 2;
  } while (a > 0);
  switch (i % 4u) {
    case 0u: a += 10;
    case 1u: a += 100; break;
    default: a += 1000;
  }
  results[i] = a;
}
