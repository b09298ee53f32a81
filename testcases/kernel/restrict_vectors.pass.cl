// Kernels with two restrict parameters for one array access different places of it: vload and vstore access memory at an offset from
// their pointer. Without generic pointers, it is known which parameter the pointer comes from.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry load --build-option -cl-std=CL1.2 --local-size 1 --strict --memory m=int32:0,1,2,3,4,5,6,7 --arg '0=memory(m)' --arg '1=memory(m)' 2>&1 | FileCheck %s --check-prefix=LOAD --implicit-check-not=undefined
// LOAD: arg.1: int32[8] = 9 1 2 3 4 5 6 7
// RUN: spirv-run %s --entry store --build-option -cl-std=CL1.2 --local-size 1 --strict --memory m=int32:0,1,2,3,4,5,6,7 --arg '0=memory(m)' --arg '1=memory(m)' 2>&1 | FileCheck %s --check-prefix=STORE --implicit-check-not=undefined
// STORE: arg.1: int32[8] = 5 1 2 3 7 7 7 7

kernel void load(global int* restrict a, global int* restrict b) {
  int4 v = vload4(1, a);
  b[0] = v.x + v.y;
}

kernel void store(global int* restrict a, global int* restrict b) {
  vstore4((int4)(7), 1, a);
  b[0] = 5;
}
