// Nearest filtering with each addressing mode, by literal samplers and by samplers as arguments. The image
// has the texels 10 to 13 in a row; coordinates reach two texels beyond both ends. "Clamp and None Addressing
// Modes", "Repeat Addressing Mode", "Mirrored Repeat Addressing Mode".
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry literals --local-size 8 --strict --arg 0=r32f:4x1:float32:10,11,12,13 --arg 1=float32:fill(32,0) | FileCheck %s --check-prefix=LITERALS
// LITERALS: arg.1: float32[32] =
// LITERALS-NEXT: 0: 0 0 10 11 12 13 0 0 10 10 10 11 12 13 13 13
// LITERALS-NEXT: 16: 12 13 10 11 12 13 10 11 11 10 10 11 12 13 13 12
// RUN: spirv-run %s --entry argument --local-size 8 --strict --arg 0=r32f:4x1:float32:10,11,12,13 --arg 1=float32:fill(8,0) --arg 2=nearest,clamp,unnormalized | FileCheck %s --check-prefix=CLAMP
// CLAMP: arg.1: float32[8] = 0 0 10 11 12 13 0 0
// RUN: spirv-run %s --entry argument --local-size 8 --strict --arg 0=r32f:4x1:float32:10,11,12,13 --arg 1=float32:fill(8,0) --arg '2=CLK_FILTER_NEAREST|CLK_ADDRESS_CLAMP_TO_EDGE|CLK_NORMALIZED_COORDS_FALSE' | FileCheck %s --check-prefix=EDGE
// EDGE: arg.1: float32[8] = 10 10 10 11 12 13 13 13
// The border of an image without alpha is opaque; that of an image with alpha, or with an unused channel, is transparent.
// RUN: spirv-run %s --entry border --local-size 1 --strict --arg 0=r/unorm_int8:1x1:uint8:255 --arg 1=float32:fill(4,9) | FileCheck %s --check-prefix=OPAQUE
// OPAQUE: arg.1: float32[4] = 0 0 0 1
// RUN: spirv-run %s --entry border --local-size 1 --strict --arg 0=rx/unorm_int8:1x1:uint8:255 --arg 1=float32:fill(4,9) | FileCheck %s --check-prefix=TRANSPARENT
// RUN: spirv-run %s --entry border --local-size 1 --strict --arg 0=bgra/unorm_int8:1x1:uint8:fill(4,255) --arg 1=float32:fill(4,9) | FileCheck %s --check-prefix=TRANSPARENT
// RUN: spirv-run %s --entry border --local-size 1 --strict --arg 0=a/unorm_int8:1x1:uint8:255 --arg 1=float32:fill(4,9) | FileCheck %s --check-prefix=TRANSPARENT
// TRANSPARENT: arg.1: float32[4] = 0 0 0 0

constant sampler_t clamp_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void literals(read_only image2d_t image, global float* out) {
  const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
  const sampler_t mirrored = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
  const int i = get_local_id(0);
  const int2 at = (int2)(i - 2, 0);
  const float2 middle = (float2)((at.x + 0.5f) * 0.25f, 0.5f);
  out[i] = read_imagef(image, clamp_sampler, at).x;
  out[8 + i] = read_imagef(image, edge, at).x;
  out[16 + i] = read_imagef(image, repeat, middle).x;
  out[24 + i] = read_imagef(image, mirrored, middle).x;
}

kernel void argument(read_only image2d_t image, global float* out, sampler_t sampler) {
  const int i = get_local_id(0);
  out[i] = read_imagef(image, sampler, (float2)(i - 1.5f, 0.5f)).x;
}

kernel void border(read_only image2d_t image, global float4* out) {
  *out = read_imagef(image, clamp_sampler, (int2)(-1, 0));
}
