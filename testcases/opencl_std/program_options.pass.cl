// What each program option permits for the same expressions.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 2>&1 | FileCheck %s --check-prefixes=NONE
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 --build-option -cl-opt-disable --build-option -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefixes=NONE
// NONE: arg.0: float32[6] = 0 0.33333334 1.8165902 3.0041661 0.8802051 -0
// NONE-NOT: element 0
// NONE: element 1 lies between 0.33333328 and 0.3333334
// NONE: element 2 lies between 1.81659 and 1.8165905
// NONE: element 3 lies between 3.0041654 and 3.0041666
// NONE: element 4 lies between 0.88020414 and 0.880206
// NONE-NOT: element 5
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 --build-option -cl-mad-enable 2>&1 | FileCheck %s --check-prefix=MAD
// MAD: element 0 lies between -8.8214875e-08 and 0
// MAD: element 1 lies between 0.33333328 and 0.3333334
// MAD-NOT: element 5
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 --build-option -cl-no-signed-zeros 2>&1 | FileCheck %s --check-prefix=ZEROS
// ZEROS: element 0 is 0 or -0
// ZEROS: element 3 lies between 3.0041654 and 3.0041666
// ZEROS: element 5 is 0 or -0
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 --build-option -cl-unsafe-math-optimizations 2>&1 | FileCheck %s --check-prefix=UNSAFE
// UNSAFE: element 0 lies between -8.8214875e-08 and 0
// UNSAFE: element 1 lies between
// UNSAFE: element 2 lies between 1.81659 and 1.8165905
// exp(1.1): 5 ulp of 2^-22 around 3.00416602.
// UNSAFE: element 3 lies between 3.004165 and 3.004167
// UNSAFE: element 4 lies between 0.88020414 and 0.880206
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:fill(6,0) --arg 1=float32:1.1,3.3,-3.6300001 --build-option -cl-fp32-correctly-rounded-divide-sqrt 2>&1 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED-NOT: element {{[0125]}}
// ROUNDED: element 3 lies between 3.0041654 and 3.0041666

// The table of relaxed math bounds quotients of numbers from 2^-62 to 2^62, and reciprocals from 2^-126 to 2^126.
// RUN: spirv-run %s --entry quotients --local-size 1 --strict --arg 0=float32:0,0,0 --arg 1=float32:1e20,1e-3,1e30 --build-option -cl-unsafe-math-optimizations 2>&1 | FileCheck %s --check-prefix=QUOTIENTS
// QUOTIENTS: element 0 may have any value
// QUOTIENTS: element 1 lies between
// QUOTIENTS: element 2 may have any value

// RUN: spirv-run %s --entry constants --local-size 1 --arg 0=float32:0,0,0 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: arg.0: float32[3] = 1 0 0
// RUN: spirv-run %s --entry constants --local-size 1 --arg 0=float32:0,0,0 --build-option -cl-single-precision-constant | FileCheck %s --check-prefix=SINGLE
// SINGLE: arg.0: float32[3] = 0 0 0
// RUN: spirv-run %s --entry constants --local-size 1 --arg 0=float32:0,0,0 --build-option -cl-finite-math-only | FileCheck %s --check-prefix=MACRO
// MACRO: arg.0: float32[3] = 1 0 1
// RUN: spirv-run %s --entry constants --local-size 1 --arg 0=float32:0,0,0 --build-option -cl-fast-relaxed-math | FileCheck %s --check-prefix=MACROS
// MACROS: arg.0: float32[3] = 1 1 1

// RUN: spirv-run %s --entry special --local-size 1 --strict --arg 0=float32:0,0 --arg 1=float32:inf,nan | FileCheck %s --check-prefix=SPECIAL
// RUN: spirv-run %s --entry special --local-size 1 --strict --arg 0=float32:0,0 --arg 1=float32:inf,nan --build-option -cl-unsafe-math-optimizations | FileCheck %s --check-prefix=SPECIAL
// SPECIAL: arg.0: float32[2] = inf 1
// RUN: expect-status 3 spirv-run %s --entry special --local-size 1 --strict --arg 0=float32:0,0 --arg 1=float32:inf,nan --build-option -cl-finite-math-only 2>&1 | FileCheck %s --check-prefix=FINITE
// RUN: expect-status 3 spirv-run %s --entry special --local-size 1 --strict --arg 0=float32:0,0 --arg 1=float32:inf,nan --build-option -cl-fast-relaxed-math 2>&1 | FileCheck %s --check-prefix=FINITE
// FINITE: arg.0: float32[2] = undef undef

kernel void floats(global float* out, global const float* in) {
  const float a = in[0], b = in[1], c = in[2];
  out[0] = a * b + c;
  out[1] = a / b;
  out[2] = sqrt(b);
  out[3] = exp(a);
  out[4] = erf(a);
  out[5] = (c - c) * -a;
}

kernel void quotients(global float* out, global const float* in) {
  out[0] = in[0] / in[1];
  out[1] = 1 / in[2];
  out[2] = in[1] / in[2];
}

kernel void constants(global float* out) {
  out[0] = 16777216.0 + 1.0 - 16777216.0;
#ifdef __FAST_RELAXED_MATH__
  out[1] = 1;
#endif
#ifdef __FINITE_MATH_ONLY__
  out[2] = __FINITE_MATH_ONLY__;
#endif
}

kernel void special(global float* out, global const float* in) {
  out[0] = in[0] + 1;
  out[1] = fmax(in[1], 1.0f);
}
