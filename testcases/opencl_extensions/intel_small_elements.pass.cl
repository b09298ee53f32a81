// cl_intel_subgroups_char and cl_intel_subgroups_short: functions on elements of 8 and 16 bits, with separate
// names. Also cl_intel_subgroups in OpenCL C 1.2, where cl_khr_subgroups does not exist.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry chars --local-size 4 --subgroup-size 4 --strict --arg 0=int8:-3,5,100,-7 --arg 1=int16:fill(40,0) | FileCheck %s --check-prefix=SIGNED
// RUN: spirv-run %s --entry shorts --local-size 4 --subgroup-size 4 --strict --arg 0=int16:-3,5,100,-7 --arg 1=int16:fill(40,0) | FileCheck %s --check-prefix=SIGNED
// SIGNED: arg.1: int16[40] =
// A broadcast; then sum, minimum and maximum of all, of the earlier work-items, and of those up to the own.
// SIGNED-NEXT: 0: 100 100 100 100 95 95 95 95 -7 -7 -7 -7 100 100 100 100
// SIGNED-NEXT: 16: 0 -3 2 102 -3 2 102 95 0 -3 -3 -3 -3 -3 -3 -7
// SIGNED-NEXT: 32: 0 -3 5 100 -3 5 100 100
// RUN: spirv-run %s --entry uchars --local-size 4 --subgroup-size 4 --strict --arg 0=uint8:3,5,200,7 --arg 1=int16:fill(40,0) | FileCheck %s --check-prefix=UNSIGNED
// RUN: spirv-run %s --entry ushorts --local-size 4 --subgroup-size 4 --strict --arg 0=uint16:3,5,200,7 --arg 1=int16:fill(40,0) | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: arg.1: int16[40] =
// UNSIGNED-NEXT: 0: 200 200 200 200 215 215 215 215 3 3 3 3 200 200 200 200
// UNSIGNED-NEXT: 16: 0 3 8 208 3 8 208 215 0 3 3 3 3 3 3 3
// UNSIGNED-NEXT: 32: 0 3 5 200 3 5 200 200
// RUN: spirv-run %s --entry vectors --local-size 4 --subgroup-size 4 --strict --arg 0=int16:iota(16) --arg 1=int16:fill(16,0) | FileCheck %s --check-prefix=VECTORS
// VECTORS: arg.1: int16[16] = 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11
// RUN: spirv-run %s --entry old --build-option -cl-std=CL1.2 --local-size 8 --subgroup-size 4 --strict --arg 0=float32:fill(8,0) --arg '1=local(32)' | FileCheck %s --check-prefix=OLD
// OLD: arg.0: float32[8] = 10 9 8 7 116 115 114 113
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_char : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable

#if __OPENCL_C_VERSION__ >= 200
#define FUNCTIONS(type)                                                              \
  kernel void type##s(global const type* in, global short* out) {                    \
    const uint i = get_sub_group_local_id();                                         \
    const type x = in[i];                                                            \
    out[i] = intel_sub_group_broadcast(x, 2u);                                       \
    out[4 + i] = intel_sub_group_reduce_add(x);                                      \
    out[8 + i] = intel_sub_group_reduce_min(x);                                      \
    out[12 + i] = intel_sub_group_reduce_max(x);                                     \
    out[16 + i] = intel_sub_group_scan_exclusive_add(x);                             \
    out[20 + i] = intel_sub_group_scan_inclusive_add(x);                             \
    const type least = intel_sub_group_scan_exclusive_min(x);                        \
    out[24 + i] = i == 0 ? 0 : least;                                                \
    out[28 + i] = intel_sub_group_scan_inclusive_min(x);                             \
    const type greatest = intel_sub_group_scan_exclusive_max(x);                     \
    out[32 + i] = i == 0 ? 0 : greatest;                                             \
    out[36 + i] = intel_sub_group_scan_inclusive_max(x);                             \
  }
FUNCTIONS(char)
FUNCTIONS(uchar)
FUNCTIONS(short)
FUNCTIONS(ushort)

kernel void vectors(global const short4* in, global short4* out) {
  const uint i = get_sub_group_local_id();
  out[i] = intel_sub_group_broadcast(in[i], 2u);
}
#endif

kernel void old(global float* out, local float* part) {
  const uint i = get_sub_group_local_id();
  part[get_local_id(0)] = sub_group_scan_inclusive_add((float)i) + 4 * sub_group_all(i < 4) - i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = sub_group_reduce_add(1.0f) - part[get_local_id(0)] + part[get_local_id(0)] +
                         sub_group_broadcast(6.0f, 0) - i + 106 * get_sub_group_id();
}
