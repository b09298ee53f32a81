// A function with restrict parameters gets one array twice, and writes through one parameter what it reads through the other.
// This is permitted if the places differ, if both are only read, or without restrict, because pointers in OpenCL may alias.
// COVERS: memory.restrict-parameter
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry run --local-size 1 --build-option -DFROM=numbers --arg 0=int32:1,2,3 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: arg.0: int32[3] = 3 2 3
// REPORT: undefined-behavior: during a call, a function accesses memory through a parameter decorated Restrict or NoAlias and through another pointer, and at least one access writes it: {{'to' and 'from'|'from' and 'to'}} [memory.restrict-parameter]
//
// RUN: spirv-run %s --entry run --strict --local-size 1 --build-option '-DFROM=(numbers+2)' --arg 0=int32:1,2,3 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=undefined
// APART: arg.0: int32[3] = 5 2 3
// RUN: spirv-run %s --entry run --strict --local-size 1 --build-option -DFROM=numbers --build-option -Drestrict= --arg 0=int32:1,2,3 2>&1 | FileCheck %s --implicit-check-not=undefined
//
// The parameters of a kernel, which have the names of others in the program.
// RUN: expect-status 3 spirv-run %s --entry same --local-size 1 --build-option -DFROM=numbers --memory m=int32:1,2,3 --arg '0=memory(m)' --arg '1=memory(m)' 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL: at least one access writes it: {{'to' and 'from'|'from' and 'to'}} [memory.restrict-parameter]
// RUN: spirv-run %s --entry same --local-size 1 --strict --build-option -DFROM=numbers --memory m=int32:1,2,3 --arg '0=memory(m)' --arg '1=memory(m+4)' 2>&1 | FileCheck %s --check-prefix=PARTS --implicit-check-not=undefined
// PARTS: arg.0: int32[3] = 3 2 3

__attribute__((noinline)) void add(global int* restrict to, global const int* restrict from, int n) {
  for (int i = 0; i < n; ++i) to[i] += from[i];
}

kernel void run(global int* numbers) {
  add(numbers, FROM, 1);
  numbers[0] += 1;
}

kernel void same(global int* restrict to, global const int* restrict from) { to[0] += from[0]; }
