// One invocation writes shared memory and another one reads it, in one subgroup and in two. The report names
// both accesses and the missing barrier.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D NOTHING --subgroup-size 4 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: workgroup_memory.comp:[[#]]: undefined-behavior: data race: invocation (4,0,0) reads 'parts[3]', and invocation (3,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// NOTHING: note: written here by invocation (3,0,0), lane 3 of subgroup 0: OpStore
// NOTHING: help: put barrier() between line [[#]] and line [[#]], where all invocations execute it
//
// The lanes of a tangle are not ordered.
// RUN: expect-status 3 spirv-run %s -D NOTHING --subgroup-size 8 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=NOTHING8
// NOTHING8: note: written here by invocation (7,0,0), lane 7 of subgroup 0
//
// A memory barrier alone does not make invocations wait; a barrier for other memory does not order these accesses.
// RUN: expect-status 3 spirv-run %s -D MEMORY_BARRIER --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: no barrier separates the two accesses [memory.data-race]
//
// Two writes race even if they store the same value (see same_value.ub.comp).
// RUN: expect-status 3 spirv-run %s -D SAME_VALUE 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: invocation (1,0,0) writes 'parts[0]', and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.same-value-race]
//
// The nearest correct versions.
// RUN: spirv-run %s -D BARRIER --subgroup-size 4 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D BARRIER --subgroup-size 4 --seed 3 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D BARRIER --subgroup-size 8 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D NOTHING --no-check-races --subgroup-size 8 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.0: uint32[8] = 7 6 5 4 3 2 1 0{{$}}
// PASS-NOT: {{.}}
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };
shared uint parts[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef SAME_VALUE
  parts[0] = 5;
#else
  parts[i] = i;
#endif
#if defined(BARRIER)
  barrier();
#elif defined(MEMORY_BARRIER)
  memoryBarrierShared();
#endif
#ifndef SAME_VALUE
  results[i] = parts[7 - i];
#endif
}
