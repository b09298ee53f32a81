// Invocations that look back, each for itself, and depend on the order: one stops at a sum, one takes a sum for that of all tiles up to it,
// and one counts how far it has looked back. Invocations that have looked back different distances may not take part in a group operation
// together.
//
// RUN: spirv-run %s -D STOPS --groups 4 --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D WRONG_SUM --groups 4 --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D COUNTS --groups 4 --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D GROUP --groups 4 --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>/dev/null | FileCheck %s
// CHECK: {{^}}0.0: uint32[16] = {{([0-9]+[?]? ){8}([0-9]+\? ){7}[0-9]+\?$}}
//
// Without these faults:
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>/dev/null | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}0.0: uint32[16] = 1 2 3 4 3 5 7 9 6 9 12 15 10 14 18 22{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 1) coherent buffer Flags { uint flags[]; };

void publish(uint state, uint value) {
  atomicStore(flags[gl_GlobalInvocationID.x], value << 2 | state, gl_ScopeDevice, 0, 0);
}

void main() {
  const uint tile = gl_WorkGroupID.x;
  const uint count = tile + 1 + gl_LocalInvocationIndex;
  publish(1, count);
  uint found = 0;
  int other = int(tile) - 1;
  while (other >= 0) {
    const uint value = atomicLoad(flags[4 * other + gl_LocalInvocationIndex], gl_ScopeDevice, 0, 0);
    if ((value & 3) == 0) continue;
    found += value >> 2;
    if ((value & 3) == 2) break;
#ifdef COUNTS
    ++found;
#endif
#ifdef STOPS
    if (other == 1) break;
#endif
    --other;
  }
#ifdef WRONG_SUM
  publish(2, count);
#else
  publish(2, found + count);
#endif
#ifdef GROUP
  sums[gl_GlobalInvocationID.x] = subgroupAdd(found + count);
#else
  sums[gl_GlobalInvocationID.x] = found + count;
#endif
}
