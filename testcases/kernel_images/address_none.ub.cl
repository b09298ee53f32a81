// With a sampler that has no addressing mode, a kernel must not select a texel outside the image.
// COVERS: image.sample-outside
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry integers --local-size 4 --strict --arg 0=r/float:4x1:float32:1,2,3,4 --arg 1=int32:0,3,4,-1 --arg '2=float32:fill(4,0)' 2>&1 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: arg.2: float32[4] = 1 4 undef undef
// INTEGERS: undefined-value: a sample selects a texel outside the image, and the sampler has no addressing mode: coordinate (4, 0) of 4 x 1 texels [image.sample-outside]
// INTEGERS: lanes 2-3 of subgroup 0
// RUN: spirv-run %s --entry integers --local-size 4 --strict --arg 0=r/float:4x1:float32:1,2,3,4 --arg 1=int32:0,3,2,1 --arg '2=float32:fill(4,0)' 2>&1 | FileCheck %s --check-prefix=INSIDE --implicit-check-not=sample-outside
// INSIDE: arg.2: float32[4] = 1 4 3 2
// A linear filter selects a second texel if the first one has a weight below 1.
// RUN: expect-status 3 spirv-run %s --entry linear --local-size 3 --strict --arg 0=r/float:2:float32:1,3 --arg 1=float32:0.5,1.5,1.75 --arg '2=float32:fill(3,0)' 2>&1 | FileCheck %s --check-prefix=LINEAR
// LINEAR: arg.2: float32[3] = 1 3 undef
// LINEAR: coordinate (1.75) of 2 texels [image.sample-outside]
// LINEAR: lane 2 of subgroup 0
// A report names the level, and its extent, if there are several.
// RUN: expect-status 3 spirv-run %s --entry level --local-size 1 --strict --arg '0=r/float:4x4,levels=3:zero(84)' --arg 1=float32:1.25 --arg 2=float32:0 --arg 3=float32:0 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: normalized coordinate (1.25, 0.25) of 4 x 4 texels in level 0 [image.sample-outside]
// RUN: expect-status 3 spirv-run %s --entry level --local-size 1 --strict --arg '0=r/float:4x4,levels=3:zero(84)' --arg 1=float32:1.25 --arg 2=float32:1 --arg 3=float32:0 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: normalized coordinate (1.25, 0.25) of 2 x 2 texels in level 1 [image.sample-outside]
// RUN: spirv-run %s --entry level --local-size 1 --strict --arg '0=r/float:4x4,levels=3:zero(84)' --arg 1=float32:0.75 --arg 2=float32:1 --arg 3=float32:1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: arg.3: float32[1] = 0
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
constant sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
constant sampler_t filtered = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_LINEAR;

kernel void integers(read_only image2d_t image, global const int* x, global float* out) {
  const int i = get_local_id(0);
  out[i] = read_imagef(image, texels, (int2)(x[i], 0)).x;
}

kernel void linear(read_only image1d_t image, global const float* x, global float* out) {
  const int i = get_local_id(0);
  out[i] = read_imagef(image, filtered, x[i]).x;
}

kernel void level(read_only image2d_t image, float x, float lod, global float* out) {
  *out = read_imagef(image, normalized, (float2)(x, 0.25f), lod).x;
}
