// Products of 24-bit numbers.
// REQUIRES: opencl-c
// COVERS: OpenCL.std.s_mul24.more-than-24-bits OpenCL.std.u_mul24.more-than-24-bits OpenCL.std.s_mad24.more-than-24-bits OpenCL.std.u_mad24.more-than-24-bits
// RUN: expect-status 3 spirv-run %s --strict --local-size 1 --arg 0=int32:0,0,0,0 --arg 1=int32:8388608 --arg 2=int32:16777216 2>&1 | FileCheck %s
// CHECK-DAG: x or y is not in the range [-2^23, 2^23 - 1] [OpenCL.std.s_mul24.more-than-24-bits]
// CHECK-DAG: x or y is not in the range [-2^23, 2^23 - 1] [OpenCL.std.s_mad24.more-than-24-bits]
// CHECK-DAG: x (y) or y is not in the range [0, 2^24 - 1] [OpenCL.std.u_mul24.more-than-24-bits]
// CHECK-DAG: x (y) or y is not in the range [0, 2^24 - 1] [OpenCL.std.u_mad24.more-than-24-bits]
// RUN: spirv-run %s --strict --local-size 1 --arg 0=int32:0,0,0,0 --arg 1=int32:-8388608 --arg 2=int32:16777215 --dump arg.0:int32 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[4] = -25165824 -25165817 50331645 50331652
kernel void products(global int* out, int x, uint y) {
  out[0] = mul24(x, 3);
  out[1] = mad24(x, 3, 7);
  out[2] = mul24(y, 3u);
  out[3] = mad24(y, 3u, 7u);
}
