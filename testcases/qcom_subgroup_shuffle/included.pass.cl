// The extension is available in included files, whose pragmas count, too.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --strict --arg '0=int32:iota(4)' 2>&1 | FileCheck %s --implicit-check-not=warning
// CHECK: arg.0: int32[4] = 3 2 1 0
#include "Inputs/reverse.h"

kernel void reverse(global int* data) {
  const size_t i = get_global_id(0);
  data[i] = reversed_of_four(data[i]);
}
