// "Denormalized single precision or half precision floating-point numbers passed as the input or produced as the output
// of single precision or half precision floating-point operations may be flushed to zero." Functions without an error
// are not exact then. 1e-40 is a denormal.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 1 --arg '0=undef(64)' --arg 1=float32:1e-40,1 --strict 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s --local-size 1 --arg '0=undef(64)' --arg 1=float32:1e-40,1 --check-arithmetic | FileCheck %s --check-prefix=FREEDOM
// CHECK-DAG: elements 0,14 of arg.0 (uint32) may differ {{.*}} fract
// CHECK-DAG: elements 1,15 of arg.0 (uint32) may differ {{.*}} modf
// CHECK-DAG: elements 2-3 of arg.0 (uint32) may differ {{.*}} frexp
// CHECK-DAG: element 4 of arg.0 (uint32) may differ {{.*}} remquo
// CHECK-DAG: element 5 of arg.0 (uint32) may differ {{.*}} ldexp
// CHECK-DAG: element 6 of arg.0 (uint32) may differ {{.*}} logb
// CHECK-DAG: element 7 of arg.0 (uint32) may differ {{.*}} ilogb
// CHECK-DAG: element 8 of arg.0 (uint32) may differ {{.*}} nextafter
// CHECK-DAG: element 9 of arg.0 (uint32) may differ {{.*}} minmag
// CHECK-DAG: element 10 of arg.0 (uint32) may differ {{.*}} fmin
// CHECK-DAG: element 11 of arg.0 (uint32) may differ {{.*}} OpConvertFToU
// CHECK-DAG: element 12 of arg.0 (uint32) may differ {{.*}} OpConvertFToS
// CHECK-DAG: element 13 of arg.0 (uint32) may differ {{.*}} copysign
// FREEDOM: arithmetic flush-denormals: not the same [arithmetic.denormals]
//
// NaNs may have any bits. minmag and fmin give the number.
// RUN: expect-status 3 spirv-run %s -D NUMBERS=0 --local-size 1 --arg '0=undef(64)' --arg 1=float32:nan,1 --strict 2>&1 | FileCheck %s --check-prefix=NAN
// NAN-DAG: elements 0,14 of arg.0 (uint32) may differ {{.*}} fract
// NAN-DAG: elements 1,15 of arg.0 (uint32) may differ {{.*}} modf
// NAN-DAG: element 2 of arg.0 (uint32) may differ {{.*}} frexp
// NAN-DAG: element 4 of arg.0 (uint32) may differ {{.*}} remquo
// NAN-DAG: element 5 of arg.0 (uint32) may differ {{.*}} ldexp
// NAN-DAG: element 6 of arg.0 (uint32) may differ {{.*}} logb
// NAN-DAG: element 8 of arg.0 (uint32) may differ {{.*}} nextafter
//
// Normal numbers have one result: 1.5 = 0.75 * 2^1; 1.5 is 2 * 1 - 0.5.
// RUN: spirv-run %s --local-size 1 --arg '0=undef(64)' --arg 1=float32:1.5,1 --dump arg.0:float32 --strict 2>&1 | FileCheck %s --check-prefix=EXACT --implicit-check-not=differ --implicit-check-not=implementation-dependent
// EXACT: arg.0: float32[16] = 0.5 0.5 0.75 1 -0.5 1 0 0 1.5000001 1 1 2 2 1.5 1 1

#ifndef NUMBERS
#define NUMBERS 1
#endif

kernel void k(global uint* o, global float* in) {
  const float x = in[0], y = in[1];
  const int power = x < 1 ? -130 : 0;  // 2^-130 is a denormal
  float whole;
  int exponent, quotient;
  o[0] = as_uint(fract(x, &whole));
  o[14] = as_uint(whole);
  o[1] = as_uint(modf(x, &whole));
  o[15] = as_uint(whole);
  o[2] = as_uint(frexp(x, &exponent));
  o[3] = as_uint((float)exponent);
  o[4] = as_uint(remquo(x, y, &quotient));
  o[5] = as_uint(ldexp(NUMBERS ? y : x, power));
  o[6] = as_uint(logb(x));
  o[7] = as_uint((float)ilogb(x));
  o[8] = as_uint(nextafter(x, 2.0f));
  o[9] = as_uint(minmag(x, y));
  o[10] = as_uint(fmin(x, y));
  o[11] = as_uint((float)convert_uint_sat_rtp(x));
  o[12] = NUMBERS ? as_uint((float)convert_int_rtp(x)) : 0;
  o[13] = as_uint(copysign(x, y));
}
