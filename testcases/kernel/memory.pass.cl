// Storage classes, layouts and pointers of kernels.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry any_memory --local-size 4 --strict --arg 0=int32:fill(4,0) | FileCheck %s --check-prefix=GENERIC
// GENERIC: arg.0: int32[4] = 106 117 128 139
// RUN: spirv-run %s --entry program_scope --local-size 4 -g 2 --strict --arg 0=int32:fill(8,0) | FileCheck %s --check-prefix=SCOPE
// SCOPE: arg.0: int32[8] = 5 6 7 8 5 6 7 8
// RUN: spirv-run %s --entry packed_structures --strict --local-size 2 --arg '0=uint8:fill(14,255)' --dump arg.0:uint8 | FileCheck %s --check-prefix=PACKED
// PACKED: arg.0: uint8[14] = 0 16 0 0 0 7 0 1 17 0 0 0 7 0
// The compiler stores a vector of three components as one of four, whose last component is undefined.
// RUN: spirv-run %s --entry vectors --local-size 1 --arg 0=float32:fill(20,9) | FileCheck %s --check-prefix=VECTORS
// VECTORS: arg.0: float32[20] = 0 1 2 undef 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 136
// RUN: spirv-run %s --entry addresses --local-size 1 --strict --arg 0=uint64:fill(3,0) --arg 1=null | FileCheck %s --check-prefix=ADDRESSES
// ADDRESSES: arg.0: uint64[3] = 8 1 1

int add_all(int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

kernel void any_memory(global int* out) {
  local int shared[4];
  int own[2];
  int i = get_local_id(0);
  out[i] = i;
  shared[i] = 1;
  own[0] = 100;
  own[1] = i * 9 - i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = add_all(shared, 3) + add_all(own, 2) + add_all(out + i, 1);
  out[i] = sum + 3 + 2 * i;
}

global int counters[2] = {5, 1};
constant int steps[4] = {0, 1, 2, 3};
kernel void program_scope(global int* out) {
  out[get_global_id(0)] = counters[0] + steps[get_local_id(0)];
}

typedef struct __attribute__((packed)) {
  uchar tag;
  uint value;
  ushort rest;
} Packed;
kernel void packed_structures(global Packed* out) {
  size_t i = get_global_id(0);
  Packed p = {(uchar)i, 16 + (uint)i, 7};
  out[i] = p;
}

kernel void vectors(global float* out) {
  global float3* threes = (global float3*)out;
  threes[0] = (float3)(0, 1, 2);
  ((global float4*)out)[1] = (float4)(10, 11, 12, 13);
  float16 many = (float16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  ((global float8*)out)[1] = many.lo;
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += ((float*)&many)[i];
  out[16] = many.s8;
  out[17] = many.s9;
  out[18] = many.sa;
  out[19] = sum;
}

kernel void addresses(global ulong* out, global int* nothing) {
  global ulong* second = out + 1;
  out[0] = (ulong)second - (ulong)out;
  second[0] = nothing == 0;
  *(global ulong*)((ulong)out + 16) = second - out;
}
