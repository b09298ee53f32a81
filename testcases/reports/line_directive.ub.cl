// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 2 --arg 0=int32:0 2>&1 | FileCheck %s
// CHECK: line_directive.ub.cl:101:{{.*}} undefined-behavior: data race
// CHECK-NEXT: 101 |   p[0] = get_local_id(0);
#line 100
kernel void k(global int* p) {
  p[0] = get_local_id(0);
}
