// Linear filtering is exact at the centers of texels; elsewhere, no precision is defined ("Precision of
// Addressing and Filter Modes").
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --arg 0=r32f:2x2:float32:0,1,2,3 --arg 1=float32:fill(4,9) | FileCheck %s
// CHECK: arg.1: float32[4] = 0 3 1.5? 0.5?
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void filter(read_only image2d_t image, global float* out) {
  const float2 at[4] = {(float2)(0.5f, 0.5f), (float2)(1.5f, 1.5f), (float2)(1.0f, 1.0f), (float2)(1.0f, 0.5f)};
  const int i = get_local_id(0);
  out[i] = read_imagef(image, linear, at[i]).x;
}
