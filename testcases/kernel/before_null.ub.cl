// The element before a null pointer, also through a pointer in memory.
// REQUIRES: opencl-c
// COVERS: memory.null-pointer
// RUN: expect-status 3 spirv-run %s --entry store --local-size 1 --arg 0=null --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=STORE
// STORE: undefined-behavior: access through a null pointer: 4-byte store at address -4 [memory.null-pointer]
// RUN: expect-status 3 spirv-run %s --entry kept --local-size 1 --arg 0=null --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=STORE
// The twin: the pointer points to the second element of a buffer.
// RUN: spirv-run %s --entry store --local-size 1 --memory m=int32:8,9 --arg '0=address(m+4)' --arg 1=int32:0 --strict | FileCheck %s --check-prefix=TWIN
// TWIN: arg.1: int32[1] = 1

kernel void store(global int* p, global int* out) {
  p[-1] = 3;
  out[0] = 1;
}

kernel void kept(global int* p, global int* out) {
  global int* volatile q = p - 1;
  *q = 3;
  out[0] = 1;
}
