// The freedoms that program options give to arithmetic: contraction, reassociation, reciprocals, signs of
// zeros, relaxed error bounds, and denormals of doubles. Also correctly rounded division.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry floats --local-size 1 --strict --check-arithmetic --arg 0=float32:fill(4,0) --arg 1=float32:1.1,3.3,-3.6300001 > %t.none 2>&1
// RUN: FileCheck %s --check-prefix=NONE < %t.none
// NONE: arithmetic low: not the same
// NONE: differs in elements 1-3: 0.33333328 0.89120716
// NONE: no effect on this module: contract, {{.*}}reassociate, reciprocal,{{.*}} other-zeros
// RUN: expect-status 3 spirv-run %s --entry floats --local-size 1 --strict --check-arithmetic --build-option -cl-mad-enable --arg 0=float32:fill(4,0) --arg 1=float32:1.1,3.3,-3.6300001 > %t.mad 2>&1
// RUN: FileCheck %s --check-prefix=MAD < %t.mad
// MAD: arithmetic contract: not the same
// MAD: differs in element 0
// MAD: no effect on this module: {{.*}}reassociate, reciprocal
// RUN: expect-status 3 spirv-run %s --entry floats --local-size 1 --strict --check-arithmetic --build-option -cl-unsafe-math-optimizations --arg 0=float32:fill(4,0) --arg 1=float32:1.1,3.3,-3.6300001 > %t.unsafe 2>&1
// RUN: FileCheck %s --check-prefix=UNSAFE < %t.unsafe
// 2^-11 around the sine
// UNSAFE: arithmetic contract: not the same
// UNSAFE: arithmetic low: not the same
// UNSAFE: 0.8907191
// UNSAFE: the same with arithmetic reciprocal,{{.*}} other-zeros
// RUN: expect-status 3 spirv-run %s --entry floats --local-size 1 --strict --check-arithmetic --build-option -cl-fp32-correctly-rounded-divide-sqrt --arg 0=float32:fill(4,0) --arg 1=float32:1.1,3.3,-3.6300001 > %t.rounded 2>&1
// RUN: FileCheck %s --check-prefix=ROUNDED < %t.rounded
// ROUNDED: arithmetic low: not the same
// ROUNDED: differs in element 2
// RUN: spirv-run %s --entry doubles --local-size 1 --strict --check-arithmetic --arg 0=float64:4e-310 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: no effect on this module: {{.*}}flush-denormals
// RUN: expect-status 3 spirv-run %s --entry doubles --local-size 1 --strict --check-arithmetic --build-option -cl-denorms-are-zero --arg 0=float64:4e-310 > %t.zero 2>&1
// RUN: FileCheck %s --check-prefix=ZERO < %t.zero
// ZERO: arithmetic flush-denormals: not the same

kernel void floats(global float* out, global const float* in) {
  const float a = in[0], b = in[1], c = in[2];
  out[0] = a * b + c;
  out[1] = a / b;
  out[2] = sin(a);
  out[3] = sqrt(b);
}

kernel void doubles(global double* value) { *value *= 0.5; }
