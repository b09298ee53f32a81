// The macro of the extension is tested only in a file that the program includes.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=int32:0 | FileCheck %s
// CHECK: arg.0: int32[1] = -12
#include "Inputs/dot.h"
kernel void run(global int* out) { *out = DOT((char4)(-1), (uchar4)(3)); }
