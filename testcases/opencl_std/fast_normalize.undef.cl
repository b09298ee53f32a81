// REQUIRES: opencl-c
// COVERS: OpenCL.std.fast_normalize.sum-too-large OpenCL.std.fast_normalize.sum-too-small
// RUN: expect-status 3 spirv-run %s --strict --local-size 2 --arg 0=float32:fill(4,0) --arg 1=float32:3e20,0,1e-20,2e-20 2>&1 | FileCheck %s
// CHECK: the sum of squares is greater than FLT_MAX [OpenCL.std.fast_normalize.sum-too-large]
// CHECK: lane 0 of
// CHECK: the sum of squares is less than FLT_MIN; the result may be p (in[i]) [OpenCL.std.fast_normalize.sum-too-small]
// CHECK: lane 1 of
// RUN: spirv-run %s --strict --local-size 2 --arg 0=float32:fill(4,0) --arg 1=float32:3,4,0,0 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: float32[4] = 0.6 0.8 0 0
kernel void directions(global float2* out, global const float2* in) {
  int i = get_global_id(0);
  out[i] = fast_normalize(in[i]);
}
