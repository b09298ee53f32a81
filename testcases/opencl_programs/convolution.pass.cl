// A 3x3 filter over an image, with a sampler that clamps: the Laplacian of a point of brightness 1 in an image of 4x4.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4,4 --strict --arg '0=r32f:4x4:float32:0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,2' --arg 1=r32f:4x4 --arg '2=float32:0,1,0,1,-4,1,0,1,0' | FileCheck %s
// CHECK: arg.1: float32[16] = 0 1 0 0 1 -4 1 0 0 1 0 2 0 0 2 -4
constant sampler_t at_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void convolve(read_only image2d_t in, write_only image2d_t out, constant float* filter) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) sum += filter[y * 3 + x] * read_imagef(in, at_edge, at + (int2)(x - 1, y - 1));
  }
  write_imagef(out, at, sum);
}
