// Volatile accesses are neither atomic nor ordered, so they race like any others.
//
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s -D MEMORY_MODEL --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: data race: invocation (0,0,0) reads 'flag' of buffer 0.0, and invocation (7,0,0) writes it; no barrier separates the two accesses; Volatile does not order accesses [memory.data-race]
//
// COVERS: memory.atomic-and-plain-access
// RUN: expect-status 3 spirv-run %s -D ATOMIC_WRITE --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: invocation (0,0,0) reads 'flag' of buffer 0.0, and invocation (7,0,0) atomically writes it; no barrier separates the two accesses; Volatile does not order accesses [memory.atomic-and-plain-access]
//
// RUN: spirv-run %s -D ATOMIC_WRITE -D ATOMIC_READ --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D MEMORY_MODEL -D ATOMIC_WRITE -D ATOMIC_READ --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D BARRIER --buffer '0.0=zero(8)' --buffer '0.1=zero(32)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN-NOT: undefined-behavior
// An atomic may read the value before the other one wrote, or the value that it wrote.
// TWIN: {{^}}0.1: uint32[8] = {{[01]\??}} 
// TWIN-NOT: undefined-behavior
#version 460
#ifdef MEMORY_MODEL
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) volatile buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 7) {
#ifdef ATOMIC_WRITE
    atomicExchange(flag, 1);
#else
    flag = 1;
#endif
  }
#ifdef BARRIER
  memoryBarrierBuffer();
  barrier();
#endif
#ifdef ATOMIC_READ
  const uint seen = atomicOr(flag, 0);
#else
  const uint seen = flag;
#endif
  results[i] = seen;
}
