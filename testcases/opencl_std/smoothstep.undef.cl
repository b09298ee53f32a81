// REQUIRES: opencl-c
// COVERS: OpenCL.std.smoothstep.edges-not-ascending OpenCL.std.smoothstep.operand-nan
// RUN: expect-status 3 spirv-run %s --strict --local-size 2 --arg 0=float32:0,0 --arg 1=float32:1,0 --arg 2=float32:1,nan 2>&1 | FileCheck %s
// CHECK: undefined-value: edge0 (edge0[i]) is greater than or equal to edge1 (edge1[i]) [OpenCL.std.smoothstep.edges-not-ascending]
// CHECK: lane 0 of
// CHECK: undefined-value: x, edge0 (edge0[i]) or edge1 (edge1[i]) is a NaN [OpenCL.std.smoothstep.operand-nan]
// CHECK: lane 1 of
// RUN: spirv-run %s --strict --local-size 2 --arg 0=float32:0,0 --arg 1=float32:-1,0 --arg 2=float32:1,2 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: float32[2] = 0.84375 0.15625
kernel void blend(global float* out, global const float* edge0, global const float* edge1) {
  int i = get_global_id(0);
  out[i] = smoothstep(edge0[i], edge1[i], 0.5f);
}
