// Block reads and writes of images that cl_intel_spirv_subgroups leaves undefined.
// REQUIRES: opencl-c
// COVERS: OpSubgroupImageBlockReadINTEL.not-all-execute OpSubgroupImageBlockReadINTEL.partly-filled-subgroup
// COVERS: OpSubgroupImageBlockReadINTEL.operand-not-uniform OpSubgroupImageBlockReadINTEL.large-texels
// COVERS: OpSubgroupImageBlockReadINTEL.outside-row OpSubgroupImageBlockWriteINTEL.not-all-execute
// COVERS: OpSubgroupImageBlockWriteINTEL.partly-filled-subgroup OpSubgroupImageBlockWriteINTEL.operand-not-uniform
// COVERS: OpSubgroupImageBlockWriteINTEL.large-texels OpSubgroupImageBlockWriteINTEL.outside-row
//
// RUN: expect-status 3 spirv-run %s -e read --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:3 2>&1 | FileCheck %s --check-prefixes=DIVERGED
// RUN: expect-status 3 spirv-run %s -e write --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:3 2>&1 | FileCheck %s --check-prefixes=DIVERGED
// DIVERGED: undefined-behavior: not all invocations of the group execute this instruction together{{.*}} [OpSubgroupImageBlock{{Read|Write}}INTEL.not-all-execute]
//
// RUN: expect-status 3 spirv-run %s -e read --local-size 4 --subgroup-size 8 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=PARTLY
// RUN: expect-status 3 spirv-run %s -e write --local-size 4 --subgroup-size 8 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=PARTLY
// PARTLY: undefined-behavior: the subgroup is only partly filled: SubgroupSize is smaller than SubgroupMaxSize [OpSubgroupImageBlock{{Read|Write}}INTEL.partly-filled-subgroup]
//
// RUN: expect-status 3 spirv-run %s -e read --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:0,0,4,0,0,0,0,0' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=DIFFER
// RUN: expect-status 3 spirv-run %s -e write --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,0)' --arg '2=int32:0,0,4,0,0,0,0,0' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=DIFFER
// DIFFER: undefined-behavior: Image or Coordinate is not the same for all invocations in the subgroup, or is undefined{{.*}} [OpSubgroupImageBlock{{Read|Write}}INTEL.operand-not-uniform]
//
// RUN: expect-status 3 spirv-run %s -e read --local-size 4 --subgroup-size 4 --arg '0=rgba/float:8x1:zero(128)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=LARGE
// RUN: expect-status 3 spirv-run %s -e write --local-size 4 --subgroup-size 4 --arg '0=rgba/float:8x1:zero(128)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=LARGE
// LARGE: undefined-behavior: the texels of the image have more than four bytes [OpSubgroupImageBlock{{Read|Write}}INTEL.large-texels]
//
// A row has 8 bytes: two invocations can access words in it.
// RUN: expect-status 3 spirv-run %s -e read --local-size 4 --subgroup-size 4 --arg '0=r/unorm_int8:8x1:zero(8)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=ROW
// RUN: expect-status 3 spirv-run %s -e write --local-size 4 --subgroup-size 4 --arg '0=r/unorm_int8:8x1:zero(8)' --arg '1=uint32:fill(8,0)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=ROW
// ROW: undefined-behavior: the block extends outside the rows of the image, which is allowed only if the texels have four bytes and the block begins at a texel: the block begins at byte 0 of row 0, and a row has 8 bytes [OpSubgroupImageBlock{{Read|Write}}INTEL.outside-row]
// ROW: lanes 2-3 of subgroup 0
//
// The same without a fault.
// RUN: spirv-run %s -e read --strict --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x1:zero(32)' --arg '1=uint32:fill(8,1)' --arg '2=int32:fill(8,4)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=DEFINED --implicit-check-not=undefined
// RUN: spirv-run %s -e write --strict --local-size 4 --subgroup-size 4 --arg '0=r/unorm_int8:16x1:zero(16)' --arg '1=uint32:fill(8,1)' --arg '2=int32:fill(8,0)' --arg 3=int32:4 2>&1 | FileCheck %s --check-prefixes=DEFINED --implicit-check-not=undefined
// DEFINED: arg.

#pragma OPENCL EXTENSION cl_intel_subgroups : enable

kernel void read(read_only image2d_t image, global uint* data, global int* x, int count) {
  const int i = get_global_id(0);
  if (i < count) data[i] = intel_sub_group_block_read(image, (int2)(x[i], 0));
}

kernel void write(write_only image2d_t image, global uint* data, global int* x, int count) {
  const int i = get_global_id(0);
  if (i < count) intel_sub_group_block_write(image, (int2)(x[i], 0), data[i]);
}
