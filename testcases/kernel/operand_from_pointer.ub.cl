// The value of an integer that a pointer was converted to is shown: the conversion only renames it.
// COVERS: OpUDiv.operand-2-zero
//
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 1 --arg 0=uint64:0 --arg 1=uint64:0 2>&1 | FileCheck %s
// CHECK: division by zero
// CHECK: Operand 1: %{{[0-9]+}} = {{[1-9]}}
// CHECK: Operand 2 (zero): %{{[0-9]+}} = 0

kernel void divide(global ulong* a, ulong zero) { a[0] = (ulong)a / zero; }
