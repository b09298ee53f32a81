// Vectors, and results through pointers, as the compiler translates them to OpenCL.std.
// REQUIRES: opencl-c
// RUN: spirv-run %s --disassemble | FileCheck %s --check-prefix=INSTRUCTIONS
// INSTRUCTIONS-DAG: shuffle
// INSTRUCTIONS-DAG: shuffle2
// INSTRUCTIONS-DAG: prefetch
// INSTRUCTIONS-DAG: bitselect
// INSTRUCTIONS-DAG: select
// INSTRUCTIONS-DAG: fast_length
// INSTRUCTIONS-DAG: fast_distance
// INSTRUCTIONS-DAG: cross
// RUN: spirv-run %s --entry results --strict --local-size 2 --arg 0=float32:fill(8,0) --arg 1=int32:fill(6,0) --arg 2=float32:-2.75,6 | FileCheck %s --check-prefix=RESULTS
// fract, its floor, modf, its whole number
// RESULTS: arg.0: float32[8] = 0.25 -3 -0.75 -2 0 6 0 6
// the exponent, the quotient by 2, the sign of the gamma function
// RESULTS: arg.1: int32[6] = 2 -1 -1 3 3 1
// RUN: spirv-run %s --entry choices --strict --local-size 1 --arg 0=int32:fill(20,0) --dump arg.0:int32 | FileCheck %s --check-prefix=CHOICES
// CHOICES: arg.0: int32[20] = 4 1 1 2 7 1 8 4 10 2 10 4 2 252 127 -1 1 0 3 5
// RUN: spirv-run %s --entry vectors --strict --local-size 1 --arg 0=float32:fill(16,0) | FileCheck %s --check-prefix=VECTORS
// VECTORS: arg.0: float32[16] = -3 6 -3 0 5 5 5 5 0.6 0.8 0.6 0.8 0 0 0 0
// RUN: expect-status 3 spirv-run %s --entry partly_undefined --strict --local-size 1 --arg 0=int32:fill(4,0) --arg '1=int32:1,2;undef(8)' --arg 2=int32:4,1,2,0 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: arg.0: int32[4] = 1 2 undef 1
// RUN: spirv-run %s --entry partly_undefined --strict --local-size 1 --arg 0=int32:fill(4,0) --arg '1=int32:1,2;undef(8)' --arg 2=int32:4,1,-4,-3 2>&1 | FileCheck %s --check-prefix=DEFINED
// DEFINED: arg.0: int32[4] = 1 2 1 2

kernel void results(global float* out, global int* ints, global const float* in) {
  int i = get_global_id(0), exponent, quotient, sign;
  float x = in[i], whole, integral;
  out[4 * i] = fract(x, &whole);
  out[4 * i + 1] = whole;
  out[4 * i + 2] = modf(x, &integral);
  out[4 * i + 3] = integral;
  frexp(x, &exponent);
  remquo(x, 2.0f, &quotient);
  lgamma_r(x, &sign);
  ints[3 * i] = exponent;
  ints[3 * i + 1] = quotient;
  ints[3 * i + 2] = sign;
}

kernel void choices(global int* out) {
  int4 a = (int4)(1, 2, 3, 4);
  int4 b = (int4)(7, 8, 9, 10);
  prefetch(out, 20);
  vstore4(shuffle(a, (uint4)(3, 4, 8, 1)), 0, out);
  vstore4(shuffle2(a, b, (uint4)(4, 8, 5, 3)), 1, out);
  out[8] = 10;
  out[9] = select(a, b, (int4)(0, 1, 0, 0)).y;
  out[10] = select(a, b, (int4)(0, 0, 0, -1)).w;
  out[11] = select(a, b, (int4)(-1, 0, 0, 1)).w;
  out[12] = select(1, 2, 1);
  char4 c = add_sat((char4)(100, -100, 3, 4), (char4)(100, -100, 3, 4));
  out[13] = abs_diff((char)-126, (char)126);
  out[14] = c.x;
  out[15] = rhadd(-2, -1);
  out[16] = mul_hi(0x10000u, 0x10000u);
  out[17] = clz(-1);
  out[18] = popcount((short)7);
  out[19] = rotate(0x50000000, 4);
}

kernel void vectors(global float* out) {
  vstore4(cross((float4)(1, 2, 3, 9), (float4)(4, 5, 6, 9)), 0, out);
  out[4] = length((float2)(3, 4));
  out[5] = fast_length((float2)(3, 4));
  out[6] = distance((float3)(1, 2, 3), (float3)(1, 5, 7));
  out[7] = fast_distance((float2)(1, 2), (float2)(4, 6));
  vstore2(normalize((float2)(3, 4)), 4, out);
  vstore2(fast_normalize((float2)(3, 4)), 5, out);
  vstore4(normalize((float4)(0)), 3, out);
}

// Only the bits of a mask that number the components count.
kernel void partly_undefined(global int* out, global const int* in, global const uint* mask) {
  vstore4(shuffle(vload4(0, in), vload4(0, mask)), 0, out);
}
