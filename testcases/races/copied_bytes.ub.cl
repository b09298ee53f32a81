// Copies with a number of bytes that is not constant: work-items write or read what another one writes.
// REQUIRES: opencl-c
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s --entry overlapping --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:5 2>&1 | FileCheck %s --check-prefix=WRITES
// WRITES: data race: invocation (1,0,0) writes 'out[4]' of buffer arg.0, and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RUN: spirv-run %s --entry overlapping --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:4 --strict | FileCheck %s --check-prefix=APART
// APART: arg.0: uint8[12] = 1 2 3 4 6 7 8 9 0 0 0 0
// RUN: spirv-run %s --entry overlapping --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:0 --dump arg.0 --strict | FileCheck %s --check-prefix=NOTHING
// NOTHING: arg.0: uint8[12] = 0 0 0 0 0 0 0 0 0 0 0 0
//
// RUN: expect-status 3 spirv-run %s --entry read_beside --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:5 2>&1 | FileCheck %s --check-prefix=READS
// READS: data race: invocation (1,0,0) reads 'out[4]' of buffer arg.0, and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RUN: spirv-run %s --entry read_beside --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:4 --strict | FileCheck %s --check-prefix=BESIDE
// BESIDE: arg.0: uint8[12] = 1 2 3 4 0 0 0 0 0 0 0 0
//
// The copy reads what the other work-item writes.
// RUN: expect-status 3 spirv-run %s --entry source --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:5 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: data race: invocation (1,0,0) writes 'in[4]' of buffer arg.1, and invocation (0,0,0) reads it; no barrier separates the two accesses [memory.data-race]
// RUN: spirv-run %s --entry source --local-size 2 --arg '0=zero(12)' --arg '1=uint8:iota(12,1)' --arg 2=int32:4 --strict | FileCheck %s --check-prefix=BESIDE
//
// A constant size beyond 65,535 bytes.
// RUN: expect-status 3 spirv-run %s --entry large --local-size 2 --arg '0=zero(140000)' --arg '1=zero(140000)' 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: data race: invocation (1,0,0) writes 'out[69999]' of buffer arg.0, and invocation (0,0,0) writes it; no barrier separates the two accesses

kernel void overlapping(global uchar* out, global const uchar* in, int n) {
  const int i = get_local_id(0);
  __builtin_memcpy(out + 4 * i, in + 5 * i, n);
}

kernel void read_beside(global uchar* out, global const uchar* in, int n) {
  if (get_local_id(0) == 0) {
    __builtin_memcpy(out, in, n);
  } else {
    out[8] = out[4];
  }
}

kernel void source(global uchar* out, global uchar* in, int n) {
  if (get_local_id(0) == 0) {
    __builtin_memcpy(out, in, n);
  } else {
    in[4] = 0;
  }
}

kernel void large(global uchar* out, global const uchar* in) {
  __builtin_memcpy(out + 69999 * get_local_id(0), in, 70000);
}
