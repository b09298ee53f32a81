// Subgroups that look back at a window of tiles in a wrong way, so that what they compute depends on the order: they do not wait for what a
// tile publishes; they count the windows; they add what comes after the nearest sum; they take the farthest one; a tile
// publishes two numbers; the sum up to one tile is wrong; they stop at a sum; they skip a tile; each lane leaves the loop by itself.
//
// RUN: spirv-run %s -D NO_WAIT --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D COUNTS --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D ALL_LANES --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D HIGHEST --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D TWICE --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D WRONG_OF_ONE --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D STOPS --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D SKIPS --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D LANES_LEAVE --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s
// CHECK: {{^}}0.0: uint32[7] = {{([0-9]+[?]? ){5}[0-9]+\? [0-9]+\?$}}
//
// Without these faults:
// RUN: spirv-run %s --subgroup-size 2 --groups 7 --buffer '0.0=zero(28)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}0.0: uint32[7] = 1 3 6 10 15 21 28{{$}}
// How far it has looked back is uncertain, what it has found is not.
// RUN: spirv-run %s -D DISTANCE --subgroup-size 2 --groups 7 --buffer '0.0=zero(56)' --buffer '0.1=zero(28)' 2>/dev/null | FileCheck %s --check-prefix=DISTANCE
// DISTANCE: {{^}}0.0: uint32[14] = 1 3 6 10 15 21 28 {{([0-9]+[?]? ){4}[0-9]+\? [0-9]+\? [0-9]+\?$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 1) coherent buffer Tiles { uint flags[]; };

const uint has_sum = 1, has_prefix = 2;

void publish(uint state, uint value) {
  atomicStore(flags[gl_WorkGroupID.x], value << 2 | state, gl_ScopeDevice, 0, 0);
}

void main() {
  const uint lane = gl_SubgroupInvocationID, tile = gl_WorkGroupID.x;
  const uint number = tile + 1;
  const bool leads = lane == 0;
#ifdef TWICE
  if (leads) publish(has_sum, number + 1);
#endif
  if (leads) publish(tile == 0 ? has_prefix : has_sum, number);
  uint found = 0;
#ifdef SKIPS
  int window = int(tile) - 2;
#else
  int window = int(tile) - 1;
#endif
  while (window >= 0) {
    const int other = window - int(lane);
    uint value = has_prefix;
    if (other >= 0) value = atomicLoad(flags[other], gl_ScopeDevice, 0, 0);
#ifndef NO_WAIT
    if (subgroupAny((value & 3) == 0)) continue;
#endif
    const bool is_last = (value & 3) == has_prefix;
#ifdef LANES_LEAVE
    found += value >> 2;
    if (is_last) break;
    if (subgroupAny(is_last)) break;
#else
#ifdef HIGHEST
    const uint last = subgroupMax(is_last ? lane : 0);
#else
    const uint last = subgroupMin(is_last ? lane : gl_SubgroupSize);
#endif
#ifdef ALL_LANES
    found += subgroupAdd(value >> 2);
#else
    found += subgroupAdd(lane <= last ? value >> 2 : 0);
#endif
    if (subgroupAny(is_last)) break;
#endif
#ifdef COUNTS
    ++found;
#endif
#ifdef STOPS
    if (found > 7) break;
#endif
    window -= int(gl_SubgroupSize);
  }
  uint all = found + number;
#ifdef WRONG_OF_ONE
  if (tile == 1) ++all;
#endif
  if (leads && tile > 0) publish(has_prefix, all);
  if (leads) sums[tile] = all;
#ifdef DISTANCE
  if (leads) sums[7 + tile] = window;
#endif
}
