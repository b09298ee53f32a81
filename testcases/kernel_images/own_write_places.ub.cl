// Own writes in images of several dimensions, subgroups and work-groups: each run has exactly the findings that are listed.
// COVERS: image.own-write-not-visible
// REQUIRES: opencl-c
// With robust access, a write outside the image has no effect, and a read outside gives zeros.
// RUN: spirv-run %s --entry outside --robust-image-access --local-size 2 --subgroup-size 1 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=undef
// RUN: spirv-run %s --entry outside --robust-image-access --local-size 2 --subgroup-size 128 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=undef
// RUN: spirv-run %s --entry outside --robust-image-access --local-size 1 -g 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=undef
// OUTSIDE: arg.1: int32[2] = 0 0
// Inside the image, the write is reported.
// RUN: expect-status 3 spirv-run %s --entry inside --robust-image-access --local-size 2 --subgroup-size 1 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry inside --robust-image-access --local-size 2 --subgroup-size 128 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry inside --robust-image-access --local-size 1 -g 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry volume --local-size 2 --subgroup-size 1 --strict --arg '0=r32i:2x1x2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry volume --local-size 2 --subgroup-size 128 --strict --arg '0=r32i:2x1x2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry layers --local-size 2 --subgroup-size 1 --strict --arg '0=r32i:2x1,layers=2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: expect-status 3 spirv-run %s --entry layers --local-size 2 --subgroup-size 128 --strict --arg '0=r32i:2x1,layers=2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: arg.1: int32[2] = undef undef
// ONCE: [image.own-write-not-visible]
// ONCE: {{^}}1 undefined-value, 1 undefined-output (kinds: memory-availability, undefined-output)
// Another texel, in another slice or layer, keeps its value.
// RUN: spirv-run %s --entry volume -D READ=1 --local-size 2 --strict --arg '0=r32i:2x1x2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=undef
// RUN: spirv-run %s --entry layers -D READ=1 --local-size 2 --strict --arg '0=r32i:2x1,layers=2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not=undef
// Barriers and fences for images make the write visible. A fence that only acquires does not.
// RUN: spirv-run %s --entry inside -D "FENCE=sub_group_barrier(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// RUN: spirv-run %s --entry inside -D "FENCE=mem_fence(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// RUN: expect-status 3 spirv-run %s --entry inside -D "FENCE=read_mem_fence(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: spirv-run %s --entry volume -D "FENCE=mem_fence(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg '0=r32i:2x1x2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// RUN: spirv-run %s --entry layers -D "FENCE=mem_fence(CLK_IMAGE_MEM_FENCE)" --local-size 2 --strict --arg '0=r32i:2x1,layers=2:zero(16)' --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// VISIBLE: arg.1: int32[2] = 10 11
// The wait of a split barrier may also acquire and release. Without an order, it is not a fence.
// RUN: spirv-run %s --entry split --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// RUN: spirv-run %s --entry split --disassemble > %t.spvasm
// RUN: sed 's/OpConstant %uint 2050/OpConstant %uint 2056/' %t.spvasm > %t.both.spvasm
// RUN: not diff %t.spvasm %t.both.spvasm
// RUN: spirv-run %t.both.spvasm --entry split --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=VISIBLE --implicit-check-not=undef
// RUN: sed 's/OpConstant %uint 2050/OpConstant %uint 2048/' %t.spvasm > %t.relaxed.spvasm
// RUN: expect-status 3 spirv-run %t.relaxed.spvasm --entry split --local-size 2 --strict --arg 0=r32i:2x1:int32:1,2 --arg 1=int32:0,0 2>&1 | FileCheck %s --check-prefix=ONCE
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : enable

#ifndef FENCE
#define FENCE
#endif
#ifndef READ
#define READ 0
#endif

kernel void outside(read_write image2d_t image, global int* out) {
  const int i = get_global_id(0);
  write_imagei(image, (int2)(5 + i, 0), (int4)(3));
  out[i] = read_imagei(image, (int2)(5 + i, 0)).x;
}

kernel void inside(read_write image2d_t image, global int* out) {
  const int i = get_global_id(0);
  write_imagei(image, (int2)(i, 0), (int4)(10 + i));
  FENCE;
  out[i] = read_imagei(image, (int2)(i, 0)).x;
}

kernel void volume(read_write image3d_t image, global int* out) {
  const int i = get_global_id(0);
  write_imagei(image, (int4)(0, 0, i, 0), (int4)(10 + i));
  FENCE;
  out[i] = read_imagei(image, (int4)(READ, 0, i, 0)).x;
}

kernel void layers(read_write image2d_array_t image, global int* out) {
  const int i = get_global_id(0);
  write_imagei(image, (int4)(0, 0, i, 0), (int4)(10 + i));
  FENCE;
  out[i] = read_imagei(image, (int4)(READ, 0, i, 0)).x;
}

kernel void split(read_write image2d_t image, global int* out) {
  const int i = get_global_id(0);
  write_imagei(image, (int2)(i, 0), (int4)(10 + i));
  intel_work_group_barrier_arrive(CLK_IMAGE_MEM_FENCE);
  intel_work_group_barrier_wait(CLK_IMAGE_MEM_FENCE);
  out[i] = read_imagei(image, (int2)(i, 0)).x;
}
