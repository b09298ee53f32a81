// Pointers to vectors that are not aligned to the size of the vector. Each kernel gets an offset: 16 bytes is
// defined, 4 bytes is not.
// REQUIRES: opencl-c
// COVERS: memory.misaligned parameter.misaligned
//
// An access through a cast pointer.
// RUN: expect-status 3 spirv-run %s -e cast --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=CAST
// CAST: {{.*}}: undefined-behavior: misaligned access: 16-byte load from 'p[4]' of buffer arg.0 (bytes 4..19); the offset must be a multiple of 16 [memory.misaligned]
// RUN: spirv-run %s -e cast --strict --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:16 2>&1 | FileCheck %s --check-prefix=CASTED
// CASTED: arg.1: int32[4] = 4 5 6 7
// CASTED-NOT: misaligned
//
// vload4 and vstore4 need only the alignment of a component.
// RUN: spirv-run %s -e by_components --strict --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(32)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=VLOAD
// VLOAD: arg.1: int32[8] = 0 1 2 3 4 0 0 0
// VLOAD-NOT: misaligned
// RUN: expect-status 3 spirv-run %s -e by_components --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(32)' --arg 2=int32:2 2>&1 | FileCheck %s --check-prefix=HALFWAY
// HALFWAY: misaligned access: 16-byte load from 'p[2]' of buffer arg.0 (bytes 2..17); the offset must be a multiple of 4 [memory.misaligned]
//
// A vector of three components is aligned like one of four.
// RUN: expect-status 3 spirv-run %s -e three --local-size 1 --arg '0=float32:iota(16)' --arg '1=zero(16)' --arg 2=int32:12 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: misaligned access: {{.*}} from 'p[12]' of buffer arg.0 (bytes 12..{{2[37]}}); the offset must be a multiple of 16 [memory.misaligned]
// RUN: spirv-run %s -e three --local-size 1 --arg '0=float32:iota(16)' --arg '1=zero(16)' --arg 2=int32:16 2>&1 | FileCheck %s --check-prefix=THREE-DONE
// THREE-DONE: arg.1: float32[4] = 4 5 6 undef
// THREE-DONE-NOT: misaligned
//
// A function with the pointer as an argument.
// RUN: expect-status 3 spirv-run %s -e passed --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=PASSED
// PASSED: undefined-behavior: a pointer argument is not aligned to the type that it points to: '{{[a-z]+}}' points to 'p[4]' of buffer arg.0 (byte 4); the offset must be a multiple of 16 [parameter.misaligned]
// RUN: spirv-run %s -e passed --strict --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:32 2>&1 | FileCheck %s --check-prefix=PASSED-DONE
// PASSED-DONE: arg.1: int32[4] = 19 0 0 0
// PASSED-DONE-NOT: misaligned
//
// A function of OpenCL C that stores through the pointer.
// RUN: expect-status 3 spirv-run %s -e stored_by_fract --local-size 1 --arg '0=zero(64)' --arg '1=zero(16)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=FRACT
// FRACT: misaligned access: 16-byte store to 'p[4]' of buffer arg.0 (bytes 4..19); the offset must be a multiple of 16 [memory.misaligned]
// RUN: spirv-run %s -e stored_by_fract --strict --local-size 1 --arg '0=zero(64)' --arg '1=zero(16)' --arg 2=int32:16 --dump arg.0:float32 2>&1 | FileCheck %s --check-prefix=FRACT-DONE
// FRACT-DONE: arg.0: float32[16] = 0 0 0 0 1 2 3 -1 0
// FRACT-DONE-NOT: misaligned
//
// Packed structures may have any alignment; other structures have that of their members.
// RUN: spirv-run %s -e packed --strict --local-size 1 --arg '0=uint8:iota(32)' --arg '1=zero(16)' --arg 2=int32:3 2>&1 | FileCheck %s --check-prefix=PACKED
// PACKED: arg.1: int32[4] = 117835012 7 0 0
// PACKED-NOT: misaligned
// RUN: expect-status 3 spirv-run %s -e structure --local-size 1 --arg '0=uint8:iota(64)' --arg '1=zero(16)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=STRUCTURE
// STRUCTURE: misaligned access: 8-byte load from 'p[12]' of buffer arg.0 (bytes 12..19); the offset must be a multiple of 8 [memory.misaligned]
// RUN: spirv-run %s -e structure --strict --local-size 1 --arg '0=uint8:iota(64)' --arg '1=zero(16)' --arg 2=int32:8 2>&1 | FileCheck %s --check-prefix=STRUCTURE-DONE
// STRUCTURE-DONE: arg.1: int32[4] = 319951120 387323156 0 0
// STRUCTURE-DONE-NOT: misaligned
//
// Variables of the kernel are aligned, even if their address is computed.
// RUN: spirv-run %s -e variables --strict --local-size 4 --arg '0=int32:fill(4,0)' 2>&1 | FileCheck %s --check-prefix=VARIABLES
// VARIABLES: arg.0: int32[4] = 0 0 0 0
// VARIABLES-NOT: misaligned
//
// An asynchronous copy of vectors.
// RUN: expect-status 3 spirv-run %s -e copied --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:4 2>&1 | FileCheck %s --check-prefix=COPIED
// COPIED: misaligned access: 16-byte load from 'p[4]' of buffer arg.0 (bytes 4..19); the offset must be a multiple of 16 [memory.misaligned]
// RUN: spirv-run %s -e copied --strict --local-size 1 --arg '0=int32:iota(16)' --arg '1=zero(16)' --arg 2=int32:16 2>&1 | FileCheck %s --check-prefix=CASTED
//
// An argument that points into memory: a pointer to shared virtual memory, or a part of a buffer.
// RUN: expect-status 3 spirv-run %s -e argument --local-size 1 --memory 'm=int32:iota(20)' --arg '0=address(m+4)' --arg '1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: expect-status 3 spirv-run %s -e argument --local-size 1 --memory 'm=int32:iota(20)' --arg '0=memory(m+4)' --arg '1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: undefined-behavior: a pointer {{.*}}'{{[a-z]+}}' points to byte offset 4{{.*}}; the offset must be a multiple of 16 [p{{(arameter.misaligned|ointer.decorated-alignment)}}]
// RUN: spirv-run %s -e argument --strict --local-size 1 --memory 'm=int32:iota(20)' --arg '0=address(m+16)' --arg '1=zero(16)' 2>&1 | FileCheck %s --check-prefix=CASTED
// RUN: spirv-run %s -e argument --strict --local-size 1 --memory 'm=int32:iota(20)' --arg '0=memory(m+16)' --arg '1=zero(16)' 2>&1 | FileCheck %s --check-prefix=CASTED

kernel void cast(global char* p, global int4* out, int d) { out[0] = *(global int4*)(p + d); }

kernel void by_components(global char* p, global int* out, int d) {
  vstore4(vload4(0, (global int*)(p + d)), 0, out + 1);
}

kernel void three(global char* p, global float3* out, int d) { out[0] = *(global float3*)(p + d); }

int first_and_last(global int4* p) { return p->x + p->w; }
kernel void passed(global char* p, global int* out, int d) {
  out[0] = first_and_last((global int4*)(p + d));
}

kernel void stored_by_fract(global char* p, global float4* out, int d) {
  out[0] = fract((float4)(1.5f, 2.5f, 3.5f, -0.5f), (global float4*)(p + d));
}

typedef struct __attribute__((packed)) {
  char tag;
  int value;
  int4 rest;
} Packed;
kernel void packed(global char* p, global int* out, int d) {
  global Packed* at = (global Packed*)(p + d);
  out[0] = at->value;
  out[1] = (at->rest.x >> 24 & 0xFF) - 4;
}

typedef struct {
  int number;
  int2 pair;
} Structure;
kernel void structure(global char* p, global int2* out, int d) {
  out[0] = ((global Structure*)(p + d))->pair;
}

kernel void variables(global int* out) {
  local char tag;
  local double2 shared[4];
  char own_tag = 0;
  int3 own[3];
  long16 wide;
  const size_t i = get_local_id(0);
  shared[i] = (double2)(i, i);
  own[i % 3] = (int3)(i, i, i);
  wide = (long16)(i);
  if (i == 0) tag = own_tag;
  out[i] = (int)((size_t)&shared[i] % 16 + (size_t)&own[i % 3] % 16 + (size_t)&wide % 128) + own_tag;
}

kernel void copied(global char* p, global int4* out, int d) {
  local int4 shared;
  event_t event = async_work_group_copy(&shared, (global int4*)(p + d), 1, 0);
  wait_group_events(1, &event);
  out[0] = shared;
}

kernel void argument(global int4* p, global int4* out) { out[0] = p[0]; }
