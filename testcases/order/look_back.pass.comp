// A scan in one pass: each workgroup publishes the sum of its numbers, then looks back at earlier workgroups until it finds one that has
// published the sum of all numbers up to its own. How far it looks back depends on the order; the sums do not.
//
// RUN: spirv-run %s --strict --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D BY_NUMBER --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D FENCES --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D PACKED --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D PUBLISHES_INSIDE --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D SPINS --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 1 --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 128 --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D BY_NUMBER -D FENCES -D SPINS --subgroup-size 2 --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[20] = 1 3 6 10 15 21 28 36 45 55 66 78 91 105 120 136 153 171 190 210{{$}}
// CHECK-NOT: {{.}}
//
// RUN: spirv-run %s --strict --groups 2000 --buffer '0.0=uint32:fill(8000,3)' --buffer '0.1=zero(32000)' --buffer '0.2=zero(24004)' --dump 0.1 > %t
// RUN: FileCheck %s --check-prefix=MANY < %t
// MANY-NOT: ?
// MANY: {{^ *}}7992: 23979 23982 23985 23988 23991 23994 23997 24000{{$}}
//
// Other schedules have the same values, and report that workgroups wait for others.
// RUN: spirv-run %s --seed 7 --groups 5 --buffer '0.0=uint32:iota(20,1)' --buffer '0.1=undef(80)' --buffer '0.2=zero(64)' --dump 0.1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[20] = 1 3 6 10 15 21 28 36 45 55 66 78 91 105 120 136 153 171 190 210{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
struct Tile { uint flag, sum, prefix; };
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 2) coherent buffer Tiles { uint next; Tile tiles[]; };
shared uint tile, sum, before;

const int buffers = gl_StorageSemanticsBuffer;
const uint has_sum = 1, has_prefix = 2;

#if defined(PACKED) || defined(PUBLISHES_INSIDE)
void publish(uint state, uint value) {
  atomicStore(tiles[tile].flag, value << 2 | state, gl_ScopeDevice, 0, 0);
}
#elif defined(FENCES)
void publish(uint state, uint value) {
  if (state == has_sum) tiles[tile].sum = value; else tiles[tile].prefix = value;
  memoryBarrierBuffer();
  atomicExchange(tiles[tile].flag, state);
}
#else
void publish(uint state, uint value) {
  if (state == has_sum) tiles[tile].sum = value; else tiles[tile].prefix = value;
  atomicStore(tiles[tile].flag, state, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
#endif

uint look_back() {
  uint found = 0;
  int other = int(tile) - 1;
#if defined(PACKED)
  while (other >= 0) {
    const uint value = atomicLoad(tiles[other].flag, gl_ScopeDevice, 0, 0);
    if ((value & 3) == 0) continue;
    found += value >> 2;
    if ((value & 3) == has_prefix) break;
    --other;
  }
#elif defined(PUBLISHES_INSIDE)
  while (other >= 0) {
    const uint value = atomicOr(tiles[other].flag, 0);
    if ((value & 3) == 0) continue;
    found += value >> 2;
    if ((value & 3) == has_prefix) {
      publish(has_prefix, found + sum);
      break;
    }
    --other;
  }
#elif defined(FENCES)
  while (other >= 0) {
#ifdef SPINS
    uint state;
    do {
      state = atomicOr(tiles[other].flag, 0);
    } while (state == 0);
#else
    const uint state = atomicOr(tiles[other].flag, 0);
    if (state == 0) continue;
#endif
    memoryBarrierBuffer();
    if (state == has_prefix) {
      found += tiles[other].prefix;
      break;
    }
    found += tiles[other].sum;
    --other;
  }
#else
  while (other >= 0) {
    uint state = atomicLoad(tiles[other].flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire);
#ifdef SPINS
    while (state == 0) state = atomicLoad(tiles[other].flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire);
#else
    if (state == 0) continue;
#endif
    if (state == has_prefix) {
      found += tiles[other].prefix;
      break;
    }
    found += tiles[other].sum;
    --other;
  }
#endif
  return found;
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  const bool leads = i == 0;
  if (leads) {
#ifdef BY_NUMBER
    tile = gl_WorkGroupID.x;
#else
    tile = atomicAdd(next, 1);
#endif
    sum = 0;
  }
  barrier();
  atomicAdd(sum, numbers[4 * tile + i]);
  barrier();
  if (leads) {
    if (tile == 0) {
      publish(has_prefix, sum);
      before = 0;
    } else {
      publish(has_sum, sum);
      before = look_back();
#ifndef PUBLISHES_INSIDE
      publish(has_prefix, before + sum);
#endif
    }
  }
  barrier();
  uint inclusive = before;
  for (uint k = 0; k <= i; ++k) inclusive += numbers[4 * tile + k];
  sums[4 * tile + i] = inclusive;
}
