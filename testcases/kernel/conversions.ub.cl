// The result of a conversion that does not saturate must fit after rounding.
// COVERS: OpConvertFToU.not-representable, OpConvertFToS.not-representable
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 1 --arg 0=float32:255.5,-0.5 --arg 1=int32:0,0 > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: undefined-behavior: Float Value is outside the range of Result Type [OpConvertFToU.not-representable]
// CHECK: undefined-behavior: Float Value is outside the range of Result Type [OpConvertFToS.not-representable]
// The nearest correct version: numbers that fit after rounding.
// RUN: spirv-run %s --local-size 1 --strict --arg 0=float32:254.5,-0.5 --arg 1=int32:0,0 | FileCheck %s --check-prefix=RIGHT
// RIGHT: arg.1: int32[2] = 255 0
kernel void rounded(global const float* in, global int* out) {
  out[0] = convert_uchar_rtp(in[0]);
  out[1] = in[0] > 255 ? convert_char_rtn(in[0]) : convert_char_rte(in[1]);
}
