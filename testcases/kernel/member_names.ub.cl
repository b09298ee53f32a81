// Reports name the members of structures, of which modules of OpenCL C have no names. Buffers show them, too.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry race --local-size 2 --arg '0=zero(64)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: data race: invocation (1,0,0) writes 'points[0].place' of buffer arg.0 (bytes 4..7), and invocation (0,0,0) writes it
// RUN: expect-status 3 spirv-run %s --entry outside --local-size 2 --arg '0=zero(64)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: out-of-bounds access: 4-byte store to 'points[2]' of buffer arg.0 (bytes 64..67), where 'points' has 2 elements [memory.out-of-bounds]
// RUN: spirv-run %s --entry inside --local-size 2 --arg '0=zero(64)' | FileCheck %s --check-prefix=INSIDE
// INSIDE: arg.0:
// INSIDE: id = 1
// INSIDE: place =
// Bit-fields share memory, and have no names.
// RUN: spirv-run %s --entry bits --local-size 1 --arg '0=zero(8)' | FileCheck %s --check-prefix=BITS
// BITS: _0 =

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
typedef struct {
  int id;
  float4 place;
} point;
struct flags {
  int first : 3;
  int second : 4;
  int whole;
};

kernel void race(global point* points) { points[0].place.y = get_local_id(0); }
kernel void outside(global point* points) { points[get_local_id(0) + 1].id = 1; }
kernel void inside(global point* points) { points[get_local_id(0)].id = 1; }
kernel void bits(global struct flags* flags) { flags->second = 1; }
