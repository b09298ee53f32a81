// Invalid images, samplers and coordinates. For each mistake, samplers.pass.cl, dimensions.pass.cl or
// formats.pass.cl has a correct version that causes no report.
// COVERS: image.read-format-mismatch OpImageWrite.format-mismatch image.integer-coordinate image.unnormalized-repeat
// COVERS: image.integers-filtered image.kernel-coordinate-not-finite image.read-outside image.write-outside
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry kinds --local-size 1 --strict --arg 0=r32ui:1x1:uint32:7 --arg 1=r32ui:1x1 --arg 2=float32:fill(4,0) 2>&1 | FileCheck %s --check-prefix=KINDS
// KINDS: arg.2: float32[4] = undef undef undef 7
// KINDS-DAG: undefined-behavior: a kernel writes values of a kind that the format of the image does not have{{.*}} [OpImageWrite.format-mismatch]
// KINDS-DAG: undefined-value: a kernel reads values of a kind that the format of the image does not have{{.*}} [image.read-format-mismatch]
// RUN: expect-status 3 spirv-run %s --entry samplers --local-size 1 --strict --arg 0=r32f:1x1:float32:7 --arg 1=r32ui:1x1:uint32:8 --arg 2=nearest,clamp --arg 3=nearest,repeat,unnormalized --arg 4=linear,clamp,unnormalized --arg 5=float32:fill(4,0) 2>&1 | FileCheck %s --check-prefix=SAMPLERS
// SAMPLERS: arg.5: float32[4] = undef undef undef 0
// SAMPLERS-DAG: [image.integer-coordinate]
// SAMPLERS-DAG: [image.unnormalized-repeat]
// SAMPLERS-DAG: [image.integers-filtered]
// RUN: expect-status 3 spirv-run %s --entry infinite --local-size 1 --arg 0=r32f:1x1:float32:7 --arg 1=float32:1,0 2>&1 | FileCheck %s --check-prefix=INFINITE
// INFINITE: undefined-behavior: a coordinate of a sample in a kernel is an infinity or a NaN{{.*}} [image.kernel-coordinate-not-finite]
// RUN: expect-status 3 spirv-run %s --entry outside --local-size 1 --strict --arg 0=r32f:2x2:float32:1,2,3,4 --arg 1=r32f:2x2 --arg 2=float32:fill(3,0) 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: arg.2: float32[3] = undef undef 4
// OUTSIDE-DAG: coordinate (2, 0) of 2 x 2 texels{{.*}} [image.read-outside]
// OUTSIDE-DAG: coordinate (0, 2) of 2 x 2 texels{{.*}} [image.write-outside]
// A format that no instruction of the kernel can access is an error before the run.
// RUN: expect-status 2 spirv-run %s --entry outside --local-size 1 --arg 0=r32ui:2x2:zero(16) --arg 1=r32f:2x2 --arg 2=float32:fill(3,0) 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: error: argument 0 ('image'): the texels of format R32ui are unsigned integers, but the kernel accesses the image as values of another kind only
// RUN: expect-status 2 spirv-run %s --entry samplers --local-size 1 --arg 0=r32f:1x1 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: entry point 'samplers' uses resources that are not given: add
// MISSING-NEXT: --arg '1=Rgba8ui:16x16:zero(1024)'   for the image argument 1 'integers'
// MISSING-NEXT: --arg '2=nearest,clamp_to_edge'   for the sampler argument 2 'normalized'
// RUN: expect-status 2 spirv-run %s --entry outside --local-size 1 --arg 0=r32f:2x2x2:zero(32) --arg 1=r32f:2x2 --arg 2=float32:fill(3,0) 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: --arg 0: image argument 0 'image' takes an image of 2 dimensions, but the extent of this image has 3: write FORMAT:WxH
// RUN: expect-status 2 spirv-run %s --entry outside --local-size 1 --arg 0=int32:5 --arg 1=r32f:2x2 --arg 2=float32:fill(3,0) 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: --arg 0: 'int32' is not an image format
// RUN: expect-status 2 spirv-run %s --entry samplers --local-size 1 --arg 2=int32:5 2>&1 | FileCheck %s --check-prefix=SETTING
// SETTING: error: --arg 2: 'int32:5' is not a sampler setting

kernel void kinds(read_only image2d_t in, write_only image2d_t result, global float* out) {
  out[3] = read_imageui(in, (int2)(0, 0)).x;
  const float4 wrong = read_imagef(in, (int2)(0, 0));
  out[0] = wrong.x;
  out[1] = wrong.y;
  out[2] = wrong.z;
  write_imageui(result, (int2)(0, 0), (uint4)(1));
  write_imagef(result, (int2)(0, 0), (float4)(1));
}

kernel void samplers(read_only image2d_t floats, read_only image2d_t integers, sampler_t normalized, sampler_t repeats,
                     sampler_t linear, global float* out) {
  out[0] = read_imagef(floats, normalized, (int2)(0, 0)).x;
  out[1] = read_imagef(floats, repeats, (float2)(0.5f, 0.5f)).x;
  out[2] = read_imageui(integers, linear, (float2)(0.5f, 0.5f)).x;
}

kernel void infinite(read_only image2d_t image, global float* out) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  *out = read_imagef(image, nearest, (float2)(out[0] / out[1], 0)).x;
}

kernel void outside(read_only image2d_t image, write_only image2d_t result, global float* out) {
  const sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  out[0] = read_imagef(image, (int2)(2, 0)).x;
  out[1] = read_imagef(image, none, (int2)(-1, 0)).x;
  out[2] = read_imagef(image, none, (int2)(1, 1)).x;
  write_imagef(result, (int2)(0, 2), (float4)(1));
}
