// Diagnostics of kernels name the file as the user gave it, the source line, and the calls in the source.
// They do not mention the entry point that the translator adds before a kernel.
// REQUIRES: opencl-c
// RUN: cd %S && expect-status 3 spirv-run diagnostics.ub.cl --entry quotients --local-size 4 --arg 0=int32:-8,8,8,8 --arg 1=int32:2,0,2,2 2>&1 | FileCheck %s --implicit-check-not='called from %{{[0-9]}}'
// CHECK: arg.0: int32[4] = -4 undef 4 4
// CHECK: {{^}}diagnostics.ub.cl:[[# @LINE + 14]]:[[#]]: undefined-behavior: {{.*}} [OpSDiv.operand-2-zero]
// CHECK-NEXT: [[# @LINE + 13]] | int quotient(int a, int b) { return a / b; }
// CHECK: diagnostics.ub.cl:[[# @LINE + 16]]:[[#]]: note: called from %quotients:
// CHECK-NEXT: values[i] = quotient(values[i], divisors[i]);
// RUN: cd %S/.. && expect-status 3 spirv-run kernel/diagnostics.ub.cl --entry quotients --local-size 4 --arg 0=int32:8,8,8,8 --arg 1=int32:2,0,2,2 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: {{^}}kernel/diagnostics.ub.cl:
// RUN: cd / && expect-status 3 spirv-run %s --entry quotients --local-size 4 --arg 0=int32:8,8,8,8 --arg 1=int32:2,0,2,2 2>&1 | FileCheck %s --check-prefix=ABSOLUTE
// ABSOLUTE: {{^}}/{{.*}}/diagnostics.ub.cl:{{.*}} undefined-behavior
// ABSOLUTE-NEXT: return a / b;
//
// RUN: cd %S && expect-status 3 spirv-run diagnostics.ub.cl --entry included --local-size 1 --arg 0=int32:1 2>&1 | FileCheck %s --check-prefix=INCLUDED
// INCLUDED: {{^}}Inputs/remainder.h:2:{{.*}} undefined-behavior
// INCLUDED-NEXT: return a % b;
#include "Inputs/remainder.h"
int quotient(int a, int b) { return a / b; }

kernel void quotients(global int* values, global const int* divisors) {
  const int i = get_global_id(0);
  values[i] = quotient(values[i], divisors[i]);
}

kernel void included(global int* value) { *value = int_remainder(*value, 0); }

// The error about an unsupported feature comes before errors about missing arguments.
// RUN: expect-status 4 spirv-run %s --entry outside --local-size 4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: expect-status 4 spirv-run %s --entry outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: not supported: {{.*}} calls elsewhere, which has no body (imported)
// RUN: expect-status 2 spirv-run %s --entry quotients --local-size 4 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: --arg '0=int32:fill(4,0)'   for the buffer argument 0 'values'
int elsewhere(int value);
kernel void outside(global int* value) { *value = elsewhere(*value); }
