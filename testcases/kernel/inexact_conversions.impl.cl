// Which integers an inexact float may become depends on the rounding mode of the conversion, and on whether
// it saturates. Near exp(log(2.5)), an error of 3 ULP includes 2.5; near exp(1), the error changes no result.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry run --local-size 2 --strict --arg 0=float32:0.91629073,1 --arg '1=int32:fill(14,0)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s --entry run --local-size 2 --strict --format json --arg 0=float32:0.91629073,1 --arg '1=int32:fill(14,0)' | FileCheck %s --check-prefix=JSON --implicit-check-not=offset
// CHECK: arg.1: int32[14] = {{[23]\?}} 2 3 2 255 -128 0 3 2 3 2 255 -128 0
// CHECK: note: element 0 of arg.1 (int32) may differ between implementations because of the precision of {{.*}} exp
// JSON: "enclosures": [
// JSON: "offset": 0,
// JSON-NEXT: "bytes": 4,
// JSON-NEXT: "low": 2,
// JSON-NEXT: "high": 3,
// A conversion that saturates has one result, also for a constant.
// RUN: spirv-run %s --entry outside --local-size 1 --strict --arg '0=int32:fill(5,0)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=differ
// OUTSIDE: arg.0: int32[5] = 32767 -32768 255 0 0

kernel void run(global const float* in, global int* out) {
  const int i = get_local_id(0);
  const float x = exp(in[i]);
  out[7 * i] = convert_int_rte(x);
  out[7 * i + 1] = convert_int(x);
  out[7 * i + 2] = convert_int_rtp(x);
  out[7 * i + 3] = convert_int_rtn(x);
  out[7 * i + 4] = convert_uchar_sat(x * 1000);
  out[7 * i + 5] = convert_char_sat_rtp(-x * 1000);
  out[7 * i + 6] = convert_uint_sat(-x);
}

kernel void outside(global int* out) {
  out[0] = convert_short_sat(get_global_size(0) * 4e4f);
  out[1] = convert_short_sat(get_global_size(0) * -4e4f);
  out[2] = convert_uchar_sat_rte(INFINITY);
  out[3] = convert_uchar_sat(-INFINITY);
  out[4] = convert_int_sat(NAN);
}
