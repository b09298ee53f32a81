// Shared memory: one invocation writes, another reads, in one subgroup and in two. The report names both accesses
// and what is missing between them.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D NOTHING --subgroup-size 4 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: workgroup_memory.comp:[[#]]: undefined-behavior: Two invocations access the same memory, one of them writes it, and they are not ordered: a read of byte 12 of %parts by LocalInvocationId (4,0,0), after a write by LocalInvocationId (3,0,0); no barrier is between them [memory.data-race]
// NOTHING: note: the other access, a write by lane 3 of subgroup 0 (LocalInvocationId (3,0,0)), workgroup (0,0,0): OpStore
// NOTHING: help: put barrier() between them
//
// Lanes of one subgroup, which are executed together, are no more ordered than others.
// RUN: expect-status 3 spirv-run %s -D NOTHING --subgroup-size 8 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=NOTHING8
// NOTHING8: note: the other access, a write by lane 7 of subgroup 0
//
// A memory barrier alone makes nobody wait; a barrier for other memory orders none of this.
// RUN: expect-status 3 spirv-run %s -D MEMORY_BARRIER --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: no barrier is between them [memory.data-race]
//
// One value or not: two writes race.
// RUN: expect-status 3 spirv-run %s -D SAME_VALUE 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: a write of byte 0 of %parts by LocalInvocationId (1,0,0), after a write by LocalInvocationId (0,0,0); no barrier is between them [memory.data-race]
//
// The nearest correct ones.
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
