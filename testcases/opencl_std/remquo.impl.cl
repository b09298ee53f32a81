// Seven bits of the quotient are specified. The other bits of the stored number are marked, except those of its lowest byte.
// REQUIRES: opencl-c
// COVERS: OpenCL.std.remquo.more-than-seven-bits OpenCL.std.ilogb.x-zero OpenCL.std.ilogb.x-nan
// RUN: expect-status 3 spirv-run %s --entry quotient --strict --local-size 2 --arg 0=int32:0,0 --arg 1=float32:386,-381 2>&1 | FileCheck %s --check-prefix=QUOTIENT
// QUOTIENT: the quotient has more than seven bits; only the lower seven are specified [OpenCL.std.remquo.more-than-seven-bits]
// QUOTIENT: lane 0 of
// QUOTIENT-NOT: lane 1 of
// RUN: expect-status 3 spirv-run %s --entry low_bits --strict --local-size 2 --arg 0=int32:0,0 --arg 1=float32:386,-381 2>&1 | FileCheck %s --check-prefix=LOW
// LOW: arg.0: int32[2] = 1 1
// LOW-NOT: element
// RUN: spirv-run %s --entry quotient --strict --local-size 2 --arg 0=int32:0,0 --arg 1=float32:380,-381 --dump arg.0:int32 | FileCheck %s --check-prefix=QUOTIENT-TWIN
// QUOTIENT-TWIN: arg.0: int32[2] = 127 -127
// RUN: expect-status 3 spirv-run %s --entry exponent --strict --local-size 3 --arg 0=int32:0,0,0 --arg 1=float32:0,nan,inf 2>&1 | FileCheck %s --check-prefix=EXPONENT
// EXPONENT-DAG: x (x[i]) is 0; the result may be -2^31 or -(2^31 - 1) [OpenCL.std.ilogb.x-zero]
// EXPONENT-DAG: x (x[i]) is a NaN; the result may be 2^31 - 1 or -2^31 [OpenCL.std.ilogb.x-nan]
// RUN: spirv-run %s --entry exponent --strict --local-size 3 --arg 0=int32:0,0,0 --arg 1=float32:8,-0.4,inf --dump arg.0:int32 | FileCheck %s --check-prefix=EXPONENT-TWIN
// EXPONENT-TWIN: arg.0: int32[3] = 3 -2 2147483647
kernel void quotient(global int* out, global const float* x) {
  int i = get_global_id(0), q;
  remquo(x[i], 3.0f, &q);
  out[i] = q;
}

kernel void low_bits(global int* out, global const float* x) {
  int i = get_global_id(0), q;
  remquo(x[i], 3.0f, &q);
  out[i] = q & 127;
}

kernel void exponent(global int* out, global const float* x) {
  int i = get_global_id(0);
  out[i] = ilogb(x[i]);
}
