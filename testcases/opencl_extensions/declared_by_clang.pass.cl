// Functions of extensions that clang declares itself: extended types, votes, ballots, arithmetic, shuffles, clusters, bit
// fields, atomics on floats, and those of work-groups in OpenCL C 3.0.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry subgroups --local-size 8 --subgroup-size 8 --strict --build-option -cl-std=CL3.0 --arg 0=int32:fill(112,0) --arg 1=uint8x4:1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=SUBGROUPS
// SUBGROUPS: arg.0: int32[112] =
// SUBGROUPS-NEXT: 0: 1 0 3 2 5 4 7 6 5 5 5 5 5 5 5 5
// SUBGROUPS-NEXT: 16: 28 28 28 28 28 28 28 28 6 6 6 6 22 22 22 22
// SUBGROUPS-NEXT: 32: 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// SUBGROUPS-NEXT: 48: 0 0 0 0 0 0 0 0 85 85 85 85 85 85 85 85
// SUBGROUPS-NEXT: 64: 1 0 1 0 1 0 1 0 4 4 4 4 4 4 4 4
// SUBGROUPS-NEXT: 80: 0 0 0 0 0 0 0 0 0 0 1 3 6 10 15 21
// SUBGROUPS-NEXT: 96: 0 1 3 6 10 15 21 28 12 12 12 12 12 12 12 12
// RUN: spirv-run %s --entry bits --local-size 1 --strict --arg 0=uint32:0xF0,0,0,0 | FileCheck %s --check-prefix=BITS
// BITS: arg.0: uint32[4] = 15 4294967295 1520 251658240
// RUN: spirv-run %s --entry work_group --local-size 4 --strict --build-option -cl-std=CL3.0 --arg 0=int32:fill(8,0) | FileCheck %s --check-prefix=GROUP
// GROUP: arg.0: int32[8] = 6 6 6 6 0 0 1 3
// RUN: spirv-run %s --entry atomics --local-size 4 --arg 0=float32:1,8,3 | FileCheck %s --check-prefix=ATOMICS
// ATOMICS: arg.0: float32[3] = {{7\??}} 0 3

kernel void subgroups(global int* out, global const uchar4* bytes) {
  const int i = get_sub_group_local_id();
  out[i] = sub_group_shuffle_xor(i, 1);
  out[8 + i] = sub_group_broadcast(bytes[i & 1], 1).x;
  out[16 + i] = sub_group_non_uniform_reduce_add(i);
  out[24 + i] = sub_group_clustered_reduce_add(i, 4);
  out[32 + i] = sub_group_elect();
  out[40 + i] = sub_group_non_uniform_all_equal(i);
  out[48 + i] = sub_group_non_uniform_all(i);
  const uint4 even = sub_group_ballot(!(i & 1));
  out[56 + i] = even.x;
  out[64 + i] = sub_group_inverse_ballot(even);
  out[72 + i] = sub_group_ballot_bit_count(even);
  out[80 + i] = sub_group_ballot_find_lsb(even);
  out[88 + i] = sub_group_non_uniform_scan_exclusive_add(i);
  out[96 + i] = sub_group_non_uniform_scan_inclusive_add(i);
  out[104 + i] = (char)sub_group_reduce_add((char)(bytes[1].x + (i == 0 ? -14 : -2)));
}

kernel void bits(global uint* out) {
  const uint x = out[0];
  out[0] = bitfield_extract_unsigned(x, 4, 8);
  out[1] = bitfield_extract_signed(x, 4, 4);
  out[2] = bitfield_insert(x, (uint)5, 8, 3);
  out[3] = bit_reverse(x);
}

kernel void work_group(global int* out) {
  const int i = get_local_id(0);
  out[i] = work_group_reduce_add(i);
  out[4 + i] = work_group_scan_exclusive_add(i);
}

kernel void atomics(global float* out) {
  const float i = get_local_id(0);
  atomic_fetch_add_explicit((volatile global atomic_float*)out, i, memory_order_relaxed);
  atomic_fetch_min_explicit((volatile global atomic_float*)(out + 1), i, memory_order_relaxed);
  atomic_fetch_max_explicit((volatile global atomic_float*)(out + 2), i, memory_order_relaxed);
}
