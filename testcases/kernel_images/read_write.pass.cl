// An image that is read and written; images and samplers as function arguments; an image that a branch selects.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry increment --local-size 4 --strict --arg 0=r32i:4x1:int32:1,2,3,4 | FileCheck %s --check-prefix=INCREMENT
// INCREMENT: arg.0: int32[4] = 2 3 4 5
// RUN: spirv-run %s --entry functions --local-size 2 --strict --arg 0=r32f:2x1:float32:1,2 --arg 1=rgba8:2x1:uint8:255,0,0,0,0,255,0,0 --arg 2=nearest,clamp_to_edge,unnormalized --arg 3=float32:fill(2,0) | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: arg.3: float32[2] = 2 2
// A barrier with image semantics makes the writes of other work-items visible.
// RUN: spirv-run %s --entry exchange --local-size 4 --strict --arg 0=r32i:4x1:int32:1,2,3,4 | FileCheck %s --check-prefix=EXCHANGE
// EXCHANGE: arg.0: int32[4] = 40 30 20 10
// RUN: expect-status 3 spirv-run %s --entry race --local-size 4 --arg 0=r32i:4x1:int32:1,2,3,4 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: data-race

kernel void increment(read_write image2d_t image) {
  const int2 at = (int2)(get_local_id(0), 0);
  write_imagei(image, at, read_imagei(image, at) + 1);
}

float4 fetch(read_only image2d_t image, sampler_t sampler, int x) { return read_imagef(image, sampler, (int2)(x, 0)); }

kernel void functions(read_only image2d_t a, read_only image2d_t b, sampler_t sampler, global float* out) {
  const int i = get_local_id(0);
  out[i] = fetch(a, sampler, i).x + fetch(b, sampler, i).x;
}

kernel void exchange(read_write image2d_t image) {
  const int i = get_local_id(0);
  const int2 at = (int2)(i, 0);
  write_imagei(image, at, read_imagei(image, at) * 10);
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
  const int4 other = read_imagei(image, (int2)(3 - i, 0));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  write_imagei(image, at, other);
}

kernel void race(read_write image2d_t image) {
  const int i = get_local_id(0);
  const int4 other = read_imagei(image, (int2)(3 - i, 0));
  write_imagei(image, (int2)(i, 0), other);
}
