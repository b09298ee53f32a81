// cl_intel_subgroups: shuffles of scalars and vectors, and blocks in buffers.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --subgroup-size 4 --strict --arg 0=uint32:iota(8,0) --arg 1=uint32:fill(32,0) --arg 2=uint16:iota(8,100) | FileCheck %s
// CHECK: arg.1: uint32[32] = 3 2 1 0 2 3 4 5 6 7 0 1 1 0 3 2 0 2 4 6 4 6 8 10 100 101 102 103 104 105 106 107
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

kernel void blocks(global uint* in, global uint* out, global ushort* shorts) {
  const uint i = get_sub_group_local_id();
  const uint2 two = intel_sub_group_block_read2(in);
  out[i] = intel_sub_group_shuffle(two, 3 - i).x;
  out[4 + i] = intel_sub_group_shuffle_down(two.x, two.y, 2u);
  out[8 + i] = intel_sub_group_shuffle_up(two.y, two.x, 2u);
  out[12 + i] = intel_sub_group_shuffle_xor(i, 1u);
  intel_sub_group_block_write2(out + 16, (uint2)(i + two.x, i + two.y));
  const ushort2 block = intel_sub_group_block_read_us2(shorts);
  out[24 + i] = block.x;
  out[28 + i] = block.y;
}
