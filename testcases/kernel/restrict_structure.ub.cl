// The assignment of a structure copies bytes through pointers to char: it still accesses what the
// restrict parameter points to. Structures that do not overlap may be copied, and without restrict the pointers may alias.
// COVERS: memory.restrict-parameter
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry run --local-size 1 --build-option -DFROM=numbers --arg 0=int32:iota(8) 2>&1 | FileCheck %s
// CHECK: undefined-behavior: during a call, a function accesses memory through a parameter decorated Restrict or NoAlias and through another pointer, and at least one access writes it: {{'to' and 'from'|'from' and 'to'}} [memory.restrict-parameter]
//
// RUN: spirv-run %s --entry run --strict --local-size 1 --build-option '-DFROM=(numbers+1)' --arg 0=int32:iota(8) 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=undefined
// APART: arg.0: uint32[8] = 5 5 6 7 4 5 6 7
// RUN: spirv-run %s --entry run --strict --local-size 1 --build-option -DFROM=numbers --build-option -Drestrict= --arg 0=int32:iota(8) 2>&1 | FileCheck %s --check-prefix=ALIASED --implicit-check-not=undefined
// ALIASED: arg.0: uint32[8] = 1 1 2 3 4 5 6 7

struct Quadruple {
  int parts[4];
};

__attribute__((noinline)) void copy(global struct Quadruple* restrict to, global struct Quadruple* from) {
  *to = *from;
}

kernel void run(global struct Quadruple* numbers) {
  copy(numbers, FROM);
  numbers->parts[0] += 1;
}
