// Block reads and writes of images. The image has 4 rows of 8 texels with four bytes each; each texel contains its index.
// REQUIRES: opencl-c
// COVERS: OpSubgroupImageBlockReadINTEL OpSubgroupImageBlockWriteINTEL
// RUN: spirv-run %s -e copy --strict --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x4:uint32:iota(32)' --arg '1=r/unsigned_int32:8x4:uint32:fill(32,99)' --arg 2=int32:8,1 --arg 3=int32:0,2 | FileCheck %s --check-prefix=COPY
// COPY: arg.1: uint32[32] =
// COPY-NEXT: 0: 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99
// COPY-NEXT: 16: 10 11 12 13 99 99 99 99 18 19 20 21 99 99 99 99
//
// A read outside returns the word at the edge; a write outside has no effect.
// RUN: spirv-run %s -e copy --strict --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x4:uint32:iota(32)' --arg '1=r/unsigned_int32:8x4:uint32:fill(32,99)' --arg 2=int32:24,3 --arg 3=int32:-8,1 | FileCheck %s --check-prefix=EDGE
// EDGE: 0: 99 99 99 99 99 99 99 99 31 31 99 99 99 99 99 99
// EDGE-NEXT: 16: 31 31 99 99 99 99 99 99 99 99 99 99 99 99 99 99
// RUN: spirv-run %s -e copy --strict --local-size 4 --subgroup-size 4 --arg '0=r/unsigned_int32:8x4:uint32:iota(32)' --arg '1=r/unsigned_int32:8x4:uint32:fill(32,99)' --arg 2=int32:-8,-1 --arg 3=int32:16,3 | FileCheck %s --check-prefix=CORNER
// CORNER: 16: 99 99 99 99 99 99 99 99 99 99 99 99 0 0 0 1
//
// Texels are not converted, and each invocation may access several of them.
// RUN: spirv-run %s -e raw --strict --local-size 2 --subgroup-size 2 --arg '0=r/unorm_int8:8x1:uint8:iota(8,1)' --arg 1=uint32:0,0 --arg 2=uint16:0,0 | FileCheck %s --check-prefix=RAW
// RAW: arg.1: uint32[2] = 67305985 134678021
// RAW-NEXT: arg.2: uint16[2] = 1027 1541

#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable

kernel void copy(read_only image2d_t in, write_only image2d_t out, global int2* from, global int2* to) {
  intel_sub_group_block_write2(out, *to, intel_sub_group_block_read2(in, *from));
}

kernel void raw(read_only image2d_t in, global uint* words, global ushort* halves) {
  words[get_global_id(0)] = intel_sub_group_block_read(in, (int2)(0, 0));
  halves[get_global_id(0)] = intel_sub_group_block_read_us(in, (int2)(2, 0));
}
