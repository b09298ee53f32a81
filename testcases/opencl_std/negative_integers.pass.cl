// Integer types in kernels have no sign, and conversions interpret them: exact values stay exact, and inexact
// ones are enclosed by their neighbors.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=float32:0,0,0,0 --arg 1=int32:-3,0 > %t 2>&1
// RUN: FileCheck %s < %t
// CHECK: arg.0: float32[4] = 0.125 -3 -1.5 0.5
// CHECK-NEXT: arg.1: int32[2] = -3 -2
// CHECK-NOT: elements 0-2 of arg.0
// CHECK: element {{[03]}}{{.*}} of arg.0 (float32) may differ
// CHECK-NOT: any value

kernel void f(global float* floats, global int* integers) {
  const int n = integers[0];
  floats[0] = pown(2.0f, n);
  floats[1] = (float)n;
  floats[2] = (float)n * 0.5f;
  floats[3] = rootn(8.0f, n);
  integers[1] = (int)(floats[2] - 1);
}
