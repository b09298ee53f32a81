// A message: subgroup 0 writes it and then sets a flag; subgroup 1 waits for the flag and then reads.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D RELEASE=gl_SemanticsRelaxed -D ACQUIRE=gl_SemanticsAcquire --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s -D RELEASE=gl_SemanticsRelease -D ACQUIRE=gl_SemanticsRelaxed --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=RACE
// The flag is in a buffer and the message in shared memory, so the semantics must include shared memory.
// RUN: expect-status 3 spirv-run %s -D STORAGE=gl_StorageSemanticsBuffer -D RELEASE=gl_SemanticsRelease -D ACQUIRE=gl_SemanticsAcquire --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: invocation (4,0,0) reads 'message', and invocation (0,0,0) writes it; {{no barrier separates the two accesses|an atomic releases the earlier access, but neither .* acquires it}} [memory.data-race]
//
// RUN: spirv-run %s -D RELEASE=gl_SemanticsRelease -D ACQUIRE=gl_SemanticsAcquire --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D RELEASE=gl_SemanticsRelease -D ACQUIRE=gl_SemanticsAcquire --subgroup-size 4 --seed 2 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D FENCES -D RELEASE=gl_SemanticsRelaxed -D ACQUIRE=gl_SemanticsRelaxed --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(16)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.1: uint32[4] = 42 42 42 42{{$}}
// PASS-NOT: {{.}}
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[4]; };
shared uint message;
#ifndef STORAGE
#define STORAGE gl_StorageSemanticsShared
#endif
const int both = gl_StorageSemanticsShared | gl_StorageSemanticsBuffer;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i < 4) {
    if (i != 0) return;
    message = 42;
#ifdef FENCES
    memoryBarrier(gl_ScopeWorkgroup, both, gl_SemanticsRelease);
#endif
    atomicStore(flag, 1u, gl_ScopeWorkgroup, RELEASE == 0 ? 0 : STORAGE, RELEASE);
  } else {
    while (atomicLoad(flag, gl_ScopeWorkgroup, ACQUIRE == 0 ? 0 : STORAGE, ACQUIRE) == 0) {
    }
#ifdef FENCES
    memoryBarrier(gl_ScopeWorkgroup, both, gl_SemanticsAcquire);
#endif
    results[i - 4] = message;
  }
}
