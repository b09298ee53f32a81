// clamp with a minimum that is greater than the maximum.
// REQUIRES: opencl-c
// COVERS: OpenCL.std.s_clamp.min-greater-than-max OpenCL.std.u_clamp.min-greater-than-max OpenCL.std.fclamp.min-greater-than-max
// RUN: expect-status 3 spirv-run %s --entry ints --strict --local-size 1 --arg 0=int32:0,0 --arg 1=int32:5,4 2>&1 | FileCheck %s --check-prefix=INTS
// INTS: clamp.undef.cl:[[# @LINE + 9]]:{{.*}} undefined-value: minval is greater than maxval [OpenCL.std.s_clamp.min-greater-than-max]
// INTS: clamp.undef.cl:[[# @LINE + 9]]:{{.*}} undefined-value: minval is greater than maxval [OpenCL.std.u_clamp.min-greater-than-max]
// RUN: spirv-run %s --entry ints --strict --local-size 1 --arg 0=int32:0,0 --arg 1=int32:5,5 | FileCheck %s --check-prefix=INTS-TWIN
// INTS-TWIN: arg.0: int32[2] = 5 5
// RUN: expect-status 3 spirv-run %s --entry floats --strict --local-size 1 --arg 0=float32:0 --arg 1=float32:5,4 2>&1 | FileCheck %s --check-prefix=FLOATS
// FLOATS: clamp.undef.cl:[[# @LINE + 9]]:{{.*}} undefined-value: minval is greater than maxval [OpenCL.std.fclamp.min-greater-than-max]
// RUN: spirv-run %s --entry floats --strict --local-size 1 --arg 0=float32:0 --arg 1=float32:5,6 | FileCheck %s --check-prefix=FLOATS-TWIN
// FLOATS-TWIN: arg.0: float32[1] = 6
kernel void ints(global int* out, global const int* bounds) {
  out[0] = clamp(7, bounds[0], bounds[1]);
  out[1] = clamp(7u, (uint)bounds[0], (uint)bounds[1]);
}

kernel void floats(global float* out, global const float* in) {
  out[0] = clamp(7.0f, in[0], in[1]);
}
