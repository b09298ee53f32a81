// Scans in one pass whose subgroups look back at a window of tiles at once: each lane loads what one tile has published, the subgroup
// finds the nearest tile with the sum of all numbers up to its own, adds up what comes after it, and goes on with another window if it
// contains no such tile.
//
// RUN: spirv-run %s --strict --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D TICKETS --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D MINIMUM --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D MAXIMUM --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D SHUFFLES --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D WAITS --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D WAITS_ALONE --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict -D ONE_STATE --subgroup-size 4 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 8 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 128 --groups 19 --buffer '0.0=undef(76)' --buffer '0.1=zero(80)' --dump 0.0 | FileCheck %s
// CHECK: {{^}}0.0: uint32[19] = 1 3 6 10 15 21 28 36 45 55 66 78 91 105 120 136 153 171 190{{$}}
// CHECK-NOT: {{.}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_maximal_reconvergence : require
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 1) coherent buffer Tiles { uint next; uint flags[]; };
shared uint tile;

const uint has_sum = 1, has_prefix = 2;

void publish(uint state, uint value) {
  atomicStore(flags[tile], value << 2 | state, gl_ScopeDevice, 0, 0);
}

#ifdef MAXIMUM
#define DISTANCE int(gl_SubgroupSize - 1 - gl_SubgroupInvocationID)
#else
#define DISTANCE int(gl_SubgroupInvocationID)
#endif

#define LOAD(other) other < 0 ? has_prefix : atomicLoad(flags[other], gl_ScopeDevice, 0, 0)
#define ADD(counts) found += subgroupAdd((counts) ? value >> 2 : 0)

uint look_back() {
  const uint lane = gl_SubgroupInvocationID;
  uint found = 0;
  int window = int(tile) - 1;
  while (window >= 0) {
    const int other = window - DISTANCE;
    uint value;
#if defined(WAITS_ALONE)
    do {
      value = LOAD(other);
    } while ((value & 3) == 0);
#elif defined(WAITS)
    do {
      value = LOAD(other);
    } while (subgroupAny((value & 3) == 0));
#else
    value = LOAD(other);
    if (!subgroupAll((value & 3) != 0)) continue;
#endif
    const bool is_last = (value & 3) == has_prefix;
#if defined(MINIMUM)
    const uint last = subgroupMin(is_last ? lane : gl_SubgroupSize);
    ADD(lane <= last);
    if (last < gl_SubgroupSize) break;
#elif defined(MAXIMUM)
    const int last = subgroupMax(is_last ? int(lane) : -1);
    ADD(int(lane) >= last);
    if (last >= 0) break;
#elif defined(SHUFFLES)
    const uvec4 ballot = subgroupBallot(is_last);
    const bool any = subgroupAny(is_last);
    const uint last = any ? subgroupBallotFindLSB(ballot) : gl_SubgroupSize - 1;
    uint sum = lane <= last ? value >> 2 : 0;
    for (uint mask = 1; mask < gl_SubgroupSize; mask *= 2) sum += subgroupShuffleXor(sum, mask);
    found += sum;
    if (any) break;
#elif defined(ONE_STATE)
    ADD(true);
    if (subgroupAny(is_last)) break;
#else
    if (subgroupAny(is_last)) {
      const uint last = subgroupBallotFindLSB(subgroupBallot(is_last));
      ADD(lane <= last);
      break;
    }
    ADD(true);
#endif
    window -= int(gl_SubgroupSize);
  }
  return found;
}

[[maximally_reconverges]] void main() {
#ifdef TICKETS
  if (gl_LocalInvocationIndex == 0) tile = atomicAdd(next, 1);
#else
  if (gl_LocalInvocationIndex == 0) tile = gl_WorkGroupID.x;
#endif
  barrier();
  if (gl_SubgroupID != 0) return;
  const uint number = tile + 1;
  const bool leads = subgroupElect();
#ifdef ONE_STATE
  if (leads) publish(has_sum, number);
#else
  if (leads) publish(tile == 0 ? has_prefix : has_sum, number);
#endif
  const uint before = look_back();
#ifndef ONE_STATE
  if (leads && tile > 0) publish(has_prefix, before + number);
#endif
  if (leads) sums[tile] = before + number;
}
