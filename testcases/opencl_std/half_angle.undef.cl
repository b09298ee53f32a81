// The half_ functions are defined for angles up to 2^16.
// REQUIRES: opencl-c
// COVERS: OpenCL.std.half_sin.x-out-of-range OpenCL.std.half_cos.x-out-of-range OpenCL.std.half_tan.x-out-of-range
// RUN: expect-status 3 spirv-run %s --strict --local-size 1 --arg 0=float32:0,0,0 --arg 1=float32:65537 2>&1 | FileCheck %s
// CHECK-DAG: undefined-value: x is not in the range -2^16 to 2^16 [OpenCL.std.half_sin.x-out-of-range]
// CHECK-DAG: undefined-value: x is not in the range -2^16 to 2^16 [OpenCL.std.half_cos.x-out-of-range]
// CHECK-DAG: undefined-value: x is not in the range -2^16 to 2^16 [OpenCL.std.half_tan.x-out-of-range]
// RUN: spirv-run %s --strict --local-size 1 --arg 0=float32:0,0,0 --arg 1=float32:-65536 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: float32[3] = -0.6920655 -0.7218348 0.95875883
kernel void angles(global float* out, float x) {
  out[0] = half_sin(x);
  out[1] = half_cos(x);
  out[2] = half_tan(x);
}
