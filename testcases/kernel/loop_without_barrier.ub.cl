// A reduction without a barrier at the end of the loop, and an access that does not wait for a copy: the advice uses the functions of OpenCL C.
// REQUIRES: opencl-c
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:0 2>&1 | FileCheck %s
// CHECK: [[# @LINE + 13]]:{{.*}} undefined-behavior: data race: invocation (0,0,0) reads 'sum.parts[2]' in iteration 1 of the loop at line [[# @LINE + 12]], and invocation (2,0,0) writes it in iteration 0; no barrier separates the two accesses [memory.data-race]
// CHECK: help: put barrier(CLK_LOCAL_MEM_FENCE) at the end of the body of the loop at line [[# @LINE + 11]], where all invocations execute it
// The same with --stop-on-ub.
// RUN: expect-status 3 spirv-run %s --stop-on-ub --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:0 2>&1 | FileCheck %s
// RUN: spirv-run %s --local-size 8 --arg '0=int32:iota(8)' --arg 1=int32:1 --strict | FileCheck %s --check-prefix=PASS
// PASS: arg.0: int32[8] = 28 1 2 3 4 5 6 7

kernel void sum(global int* numbers, int ordered) {
  local int parts[8];
  const int i = get_local_id(0);
  parts[i] = numbers[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 4; stride > 0; stride /= 2) {
    if (i < stride) parts[i] += parts[i + stride];
    if (ordered) barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0) numbers[0] = parts[0];
}
