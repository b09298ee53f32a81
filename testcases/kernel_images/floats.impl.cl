// Writes of 16-bit floats: OpenCL does not define how inexact values are rounded, nor whether denormals are
// preserved. The exact version contains neither.
// COVERS: OpImageWrite.half-rounded image.denormal
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 1 --strict --arg 0=r32f:1x1:float32:1e-40 --arg 1=rgba16f:1x1 --arg 2=float32:0 --arg 3=float32:0.1,1e-7,1,2 2>&1 | FileCheck %s
// CHECK: arg.1: float16x4[1] = (0.1? 1e-07? 1 2)
// CHECK: arg.2: float32[1] = {{.*}}?
// CHECK-DAG: [OpImageWrite.half-rounded]
// CHECK-DAG: [image.denormal]
// RUN: spirv-run %s --local-size 1 --strict --arg 0=r32f:1x1:float32:1e-30 --arg 1=rgba16f:1x1 --arg 2=float32:0 --arg 3=float32:0.125,0,inf,-2 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.1: float16x4[1] = (0.125 0 inf -2)
// TWIN: arg.2: float32[1] = 1e-30

kernel void move(read_only image2d_t in, write_only image2d_t halves, global float* out, global const float4* values) {
  *out = read_imagef(in, (int2)(0, 0)).x;
  write_imagef(halves, (int2)(0, 0), *values);
}
