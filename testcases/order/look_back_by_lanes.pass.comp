// Each invocation looks back for itself, as in a radix sort that scans the counts of each digit in one pass. How far each of them looks
// back depends on the order; what it finds does not.
//
// RUN: spirv-run %s --strict --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D BY_NUMBER --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D SPINS --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D ONE_FLAG --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}0.1: uint32[16] = 1 2 3 4 3 4 5 6 6 7 8 9 10 11 12 13{{$}}
// RUN: spirv-run %s --strict --subgroup-size 1 --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 2 --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[16] = 1 2 3 4 3 5 7 9 6 9 12 15 10 14 18 22{{$}}
// CHECK-NOT: {{.}}
//
// RUN: spirv-run %s --strict --groups 200 --buffer '0.0=uint32:fill(200,3)' --buffer '0.1=zero(3200)' --buffer '0.2=zero(3204)' --dump 0.1 > %t
// RUN: FileCheck %s --check-prefix=MANY < %t
// MANY-NOT: ?
// MANY: 597 796 995 1194 600 800 1000 1200{{$}}
//
// Other schedules have the same values.
// RUN: spirv-run %s --seed 7 --groups 4 --buffer '0.0=uint32:iota(4,1)' --buffer '0.1=undef(64)' --buffer '0.2=zero(68)' --dump 0.1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[16] = 1 2 3 4 3 5 7 9 6 9 12 15 10 14 18 22{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 2) coherent buffer Tiles { uint next; uint flags[]; };
shared uint tile;

const uint has_sum = 1, has_prefix = 2;

void publish(uint digit, uint state, uint value) {
  atomicStore(flags[4 * tile + digit], value << 2 | state, gl_ScopeDevice, 0, 0);
}

// Of the tile and the digit of the invocation, or all of them of the first one.
#ifdef ONE_FLAG
#define FLAG(tile) flags[4 * (tile)]
#else
#define FLAG(tile) flags[4 * (tile) + gl_LocalInvocationIndex]
#endif

void main() {
  const uint digit = gl_LocalInvocationIndex;
#ifdef BY_NUMBER
  if (digit == 0) tile = gl_WorkGroupID.x;
#else
  if (digit == 0) tile = atomicAdd(next, 1);
#endif
  memoryBarrierBuffer();
  barrier();
  const uint count = counts[tile] + digit;
  publish(digit, tile == 0 ? has_prefix : has_sum, count);
  uint found = 0;
  int other = int(tile) - 1;
  while (other >= 0) {
#ifdef SPINS
    uint value;
    do {
      value = atomicLoad(FLAG(other), gl_ScopeDevice, 0, 0);
    } while ((value & 3) == 0);
#else
    const uint value = atomicLoad(FLAG(other), gl_ScopeDevice, 0, 0);
    if ((value & 3) == 0) continue;
#endif
    found += value >> 2;
    if ((value & 3) == has_prefix) break;
    --other;
  }
  if (tile > 0) publish(digit, has_prefix, found + count);
  sums[4 * tile + digit] = found + count;
}
