// What is not supported ends with its name.
// REQUIRES: opencl-c
// RUN: expect-status 4 spirv-run %s --local-size 1 2>&1 | FileCheck %s
// CHECK: printf
kernel void say() { printf("hello\n"); }
