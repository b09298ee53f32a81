// Conversions that saturate or round as their names say: OpSatConvertSToU, OpSatConvertUToS, and others with
// the decorations SaturatedConversion and FPRoundingMode.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry rounded --local-size 7 --strict --arg 0=float32:2.5,-2.5,2.7,-2.7,3.5,0.5,-0.5 --arg 1=int32:fill(28,99) --dump arg.1:int32 | FileCheck %s --check-prefix=ROUNDED
// Each with RTE, RTZ, RTP and RTN.
// ROUNDED: arg.1: int32[28] = 2 2 3 2 -2 -2 -2 -3 3 2 3 2 -3 -2 -2 -3 4 3 4 3 0 0 1 0 0 0 0 -1
// RUN: spirv-run %s --entry saturated --local-size 6 --strict --arg 0=float32:300,-300,nan,inf,-inf,7.9 --arg 1=int32:fill(24,99) --dump arg.1:int32 | FileCheck %s --check-prefix=SATURATED
// SATURATED: 0: 255 127 300 300
// SATURATED-NEXT: 4: 0 -128 0 -300
// SATURATED-NEXT: 8: 0 0 0 0
// SATURATED-NEXT: 12: 255 127 2147483647 2147483647
// SATURATED-NEXT: 16: 0 -128 0 -2147483648
// SATURATED-NEXT: 20: 8 7 7 8
// RUN: spirv-run %s --entry integers --local-size 4 --strict --arg 0=int32:300,-300,-1,70000 --arg 1=int32:fill(24,99) --dump arg.1:int32 | FileCheck %s --check-prefix=INTEGERS
// The int to uchar, char and ushort; the same value as a uint to uchar, char and short.
// INTEGERS: 0: 255 127 300 255 127 300 0 -128
// INTEGERS-NEXT: 8: 0 255 127 32767 0 -1 0 255
// INTEGERS-NEXT: 16: 127 32767 255 127 65535 255 127 32767
// RUN: spirv-run %s --entry to_floats --local-size 1 --strict --arg 0=uint32:fill(16,9) --arg 1=int32:16777217 --arg 2=int32:-16777217 --arg 3=float64:0.1 | FileCheck %s --check-prefix=FLOATS
// RTE, RTZ, RTP, RTN: 2^24 + 1 is halfway between two floats, 0x4B800000 and the next one.
// FLOATS: 0: 1266679808 1266679808 1266679809 1266679808 3414163456 3414163456 3414163456 3414163457
// FLOATS-NEXT: 8: 1036831949 1036831948 1036831949 1036831948 1602224128 1602224127 1602224128 1602224127

kernel void rounded(global const float* in, global int4* out) {
  const float x = in[get_local_id(0)];
  out[get_local_id(0)] = (int4)(convert_int_rte(x), convert_int_rtz(x), convert_int_rtp(x), convert_int_rtn(x));
}

kernel void saturated(global const float* in, global int4* out) {
  const float x = in[get_local_id(0)];
  out[get_local_id(0)] =
      (int4)(convert_uchar_sat_rte(x), convert_char_sat(x), (int)min(convert_uint_sat(x), 2147483647u), convert_int_sat_rtp(x));
}

kernel void integers(global const int* in, global int* out) {
  const int i = get_local_id(0);
  const int x = in[i];
  const uint u = (uint)x;
  out[6 * i] = convert_uchar_sat(x);
  out[6 * i + 1] = convert_char_sat(x);
  out[6 * i + 2] = convert_ushort_sat(x);
  out[6 * i + 3] = convert_uchar_sat(u);
  out[6 * i + 4] = convert_char_sat(u);
  out[6 * i + 5] = convert_short_sat(u);
}

kernel void to_floats(global uint* out, int a, int b, double d) {
  out[0] = as_uint(convert_float_rte(a));
  out[1] = as_uint(convert_float_rtz(a));
  out[2] = as_uint(convert_float_rtp(a));
  out[3] = as_uint(convert_float_rtn(a));
  out[4] = as_uint(convert_float_rte(b));
  out[5] = as_uint(convert_float_rtz(b));
  out[6] = as_uint(convert_float_rtp(b));
  out[7] = as_uint(convert_float_rtn(b));
  out[8] = as_uint(convert_float_rte(d));
  out[9] = as_uint(convert_float_rtz(d));
  out[10] = as_uint(convert_float_rtp(d));
  out[11] = as_uint(convert_float_rtn(d));
  const ulong most = ULONG_MAX;
  out[12] = as_uint(convert_float_rte(most));
  out[13] = as_uint(convert_float_rtz(most));
  out[14] = as_uint(convert_float_rtp(most));
  out[15] = as_uint(convert_float_rtn(most));
}
