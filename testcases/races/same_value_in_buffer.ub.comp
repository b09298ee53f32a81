// Workgroups that set a flag in a buffer: the race leaves the value unchanged if all store the same value and none reads it.
// COVERS: memory.same-value-race
//
// RUN: expect-status 3 spirv-run %s --groups 4 --buffer '0.0=uint32:0' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: undefined-behavior: data race that leaves the value unchanged: invocation (0,0,0) of workgroup (1,0,0) writes 'flag' of buffer 0.0, and invocation (0,0,0) of workgroup (0,0,0) writes it; no barrier orders invocations of different workgroups [memory.same-value-race]
// RUN: spirv-run %s --groups 4 --ignore same-value-race --buffer '0.0=uint32:0' --buffer '0.1=zero(16)' --dump 0.0 --strict | FileCheck %s --check-prefix=FLAG
// FLAG: 0.0: uint32[1] = 1
//
// The reads race with the write that changes the flag. If the flag is set from the start, they read 1 in any order.
// RUN: expect-status 3 spirv-run %s -D READ --groups 4 --ignore same-value-race --buffer '0.0=uint32:0' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: [memory.data-race]
// RUN: spirv-run %s -D READ --groups 4 --ignore same-value-race --buffer '0.0=uint32:1' --buffer '0.1=zero(16)' --dump 0.1 --strict | FileCheck %s --check-prefix=ONES
// ONES: 0.1: uint32[4] = 1 1 1 1
// Atomics are never of that kind.
// RUN: expect-status 3 spirv-run %s -D ATOMIC --groups 4 --ignore same-value-race --buffer '0.0=uint32:1' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: [memory.atomic-and-plain-access]
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[4]; };

void main() {
#ifdef READ
  results[gl_WorkGroupID.x] = flag;
#else
  results[gl_WorkGroupID.x] = 0;
#endif
#ifdef ATOMIC
  if (gl_WorkGroupID.x == 2) {
    atomicMax(flag, 1);
    return;
  }
#endif
  flag = 1;
}
