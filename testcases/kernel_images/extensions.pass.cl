// Image extensions: reads and writes of half, levels, depth images, and multisampled images.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry h --local-size 1 --strict --arg 0=r16f:1x1:float16:1.5 --arg 1=rgba16f:1x1 --arg 2=float32:0,0 | FileCheck %s --check-prefix=HALF
// HALF: arg.1: float16x4[1] = (1.5 0 0 1)
// HALF: arg.2: float32[2] = 1.5 1.5
// RUN: spirv-run %s --entry levels --local-size 1 --strict --arg 0=r32f:2x2,levels=2:float32:1,1,1,1,7 --arg 1=float32:0,0 | FileCheck %s --check-prefix=LEVELS
// LEVELS: arg.1: float32[2] = 7 2
// RUN: spirv-run %s --entry depth --local-size 1 --arg 0=depth/float:1x1:float32:0.5 --arg 1=depth/unorm_int16:1x1 --arg 2=float32:0 | FileCheck %s --check-prefix=DEPTH
// DEPTH: arg.1: uint16[1] = 16384
// DEPTH: arg.2: float32[1] = 1
// RUN: spirv-run %s --entry samples --local-size 1 --strict --arg 0=r32f:1x1,samples=2:float32:0.5,7 --arg 1=float32:0,0 | FileCheck %s --check-prefix=SAMPLES
// SAMPLES: arg.1: float32[2] = 7 2
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void h(read_only image2d_t a, write_only image2d_t b, global float* out) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  half4 v = read_imageh(a, s, (int2)(0, 0));
  half4 w = read_imageh(a, (int2)(0, 0));
  out[0] = v.x;
  out[1] = w.x;
  write_imageh(b, (int2)(0, 0), v);
}
kernel void levels(read_only image2d_t a, global float* out) {
  const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  out[0] = read_imagef(a, s, (float2)(0.5f, 0.5f), 1.0f).x;
  out[1] = get_image_num_mip_levels(a);
}
kernel void depth(read_only image2d_depth_t a, write_only image2d_depth_t b, global float* out) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  out[0] = read_imagef(a, s, (int2)(0, 0)) + read_imagef(a, (int2)(0, 0));
  write_imagef(b, (int2)(0, 0), 0.25f);
}
kernel void samples(read_only image2d_msaa_t a, global float* out) {
  out[0] = read_imagef(a, (int2)(0, 0), 1).x;
  out[1] = get_image_num_samples(a);
}
