// A work-item reads a texel that it has written: it sees the write only after a fence or a barrier for images.
// COVERS: image.own-write-not-visible
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry no_fence --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 > %t.none 2>&1
// RUN: FileCheck %s --check-prefix=NONE < %t.none
// NONE: arg.0: int32[2] = 11 12
// NONE-NEXT: arg.1: int32[2] = undef undef
// NONE: own_write.ub.cl:[[# @LINE + 28]]:12: undefined-value: an invocation reads a texel that it has written, without a fence for images in between: the write is at line [[# @LINE + 26]] [image.own-write-not-visible]
// NONE: lanes 0-1 of subgroup 0
// NONE: help: put atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item) between the write and the read
// Neither a fence for buffers nor a barrier without CLK_IMAGE_MEM_FENCE orders accesses to images.
// RUN: expect-status 3 spirv-run %s --entry no_fence -D FENCE=atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,memory_order_acq_rel,memory_scope_work_item) --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: expect-status 3 spirv-run %s --entry no_fence -D FENCE=work_group_barrier(CLK_LOCAL_MEM_FENCE) --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: image.own-write-not-visible
// RUN: spirv-run %s --entry no_fence -D "FENCE=atomic_work_item_fence(CLK_IMAGE_MEM_FENCE,memory_order_acq_rel,memory_scope_work_item)" --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 | FileCheck %s --check-prefix=FENCE
// RUN: spirv-run %s --entry no_fence -D "FENCE=work_group_barrier(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 | FileCheck %s --check-prefix=FENCE
// FENCE: arg.0: int32[2] = 11 12
// FENCE-NEXT: arg.1: int32[2] = 11 12
// Each iteration reads what the one before has written.
// RUN: expect-status 3 spirv-run %s --entry loop --local-size 1 --strict --arg 0=r32i:1x1:int32:1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: spirv-run %s --entry loop -D "FENCE=atomic_work_item_fence(CLK_IMAGE_MEM_FENCE,memory_order_acq_rel,memory_scope_work_item)" --local-size 1 --strict --arg 0=r32i:1x1:int32:1 | FileCheck %s --check-prefix=LOOP
// LOOP: arg.0: int32[1] = 8
// Only some work-items read their own texel, or have a fence. The others read texels that no work-item writes.
// RUN: expect-status 3 spirv-run %s --entry some --local-size 4 --strict --arg 0=r32i:8x1:int32:1,2,3,4,5,6,7,8 --arg 1=int32:0,0,0,0 2>&1 | FileCheck %s --check-prefix=SOME
// SOME: arg.1: int32[4] = 10 undef 7 40
// SOME: lane 1 of subgroup 0

#ifndef FENCE
#define FENCE
#endif

kernel void no_fence(read_write image2d_t image, global int* out) {
  const int i = get_local_id(0);
  write_imagei(image, (int2)(i, 0), read_imagei(image, (int2)(i, 0)) + 10);
  FENCE;
  out[i] = read_imagei(image, (int2)(i, 0)).x;
}

void twice(read_write image2d_t image, int2 at) { write_imagei(image, at, read_imagei(image, at) * 2); }
kernel void loop(read_write image2d_t image) {
  for (int i = 0; i < 3; ++i) {
    twice(image, (int2)(0, 0));
    FENCE;
  }
}

kernel void some(read_write image2d_t image, global int* out) {
  const int i = get_local_id(0);
  write_imagei(image, (int2)(i, 0), (int4)(10 + 10 * i));
  if (i != 1) atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  out[i] = read_imagei(image, (int2)(i == 2 ? 6 : i, 0)).x;
}
