// In the Vulkan memory model, accesses are private by default, and writes must be made available and visible.
// Barriers and atomics need the storage class, the scope and the order.
//
// COVERS: memory.private-access
// RUN: expect-status 3 spirv-run %s -D QUALIFIER= -D BARRIER='AcquireRelease' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: undefined-behavior: private access to shared memory: invocation (0,0,0) reads 'parts[7]' of buffer 0.0, and invocation (7,0,0) writes it; the read lacks NonPrivatePointer [memory.private-access]
// PRIVATE: help: add NonPrivatePointer to its operands: declare the variable coherent
//
// COVERS: memory.not-available
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=nonprivate -D BARRIER='AcquireRelease' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=AVAILABLE
// AVAILABLE: write not made available: invocation (0,0,0) reads 'parts[7]' of buffer 0.0, and invocation (7,0,0) writes it; the write lacks MakePointerAvailable, and no release after it has MakeAvailable, with a scope that includes both invocations [memory.not-available]
//
// COVERS: memory.not-visible
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=nonprivate -D BARRIER='AcquireRelease | gl_SemanticsMakeAvailable' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=VISIBLE
// VISIBLE: write not made visible: {{.*}}; the read lacks MakePointerVisible, and no acquire before it has MakeVisible, with a scope that includes both invocations [memory.not-visible]
//
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D STORAGE=gl_StorageSemanticsShared -D BARRIER='AcquireRelease' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=STORAGE
// STORAGE: the barrier at line [[#]] does not order this memory: its Memory Semantics lack UniformMemory [memory.data-race]
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D BARRIER='Release' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: the barrier at line [[#]] orders nothing: its Memory Semantics lack AcquireRelease [memory.data-race]
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D SCOPE=gl_ScopeSubgroup -D BARRIER='AcquireRelease' --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=SCOPE
// SCOPE: the Memory scope of the barrier at line [[#]] does not include both invocations [memory.data-race]
// Without an acquire after it, the memory barrier and the control barrier are incomplete.
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D PAIR --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' 2>&1 | FileCheck %s --check-prefix=SIDE
// SIDE: a memory barrier releases before the barrier at line [[#]], but none acquires after it [memory.data-race]
//
// RUN: spirv-run %s -D QUALIFIER=coherent -D BARRIER='AcquireRelease' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER=workgroupcoherent -D BARRIER='AcquireRelease' --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER=nonprivate -D BARRIER='AcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible' --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER=coherent -D SCOPE=gl_ScopeSubgroup -D BARRIER='AcquireRelease' --subgroup-size 8 --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER=coherent -D PAIR -D BOTH --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.1: uint32[8] = 7 6 5 4 3 2 1 0{{$}}
// PASS-NOT: {{.}}
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) QUALIFIER buffer Parts { uint parts[8]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };

#define AcquireRelease gl_SemanticsAcquireRelease
#define Release gl_SemanticsRelease
#ifndef SCOPE
#define SCOPE gl_ScopeWorkgroup
#endif
#ifndef STORAGE
#define STORAGE gl_StorageSemanticsBuffer
#endif

void main() {
  const uint i = gl_LocalInvocationIndex;
  parts[i] = i;
#ifdef PAIR
  memoryBarrierBuffer();
  barrier();
#ifdef BOTH
  memoryBarrierBuffer();
#endif
#else
  controlBarrier(gl_ScopeWorkgroup, SCOPE, STORAGE, BARRIER);
#endif
  results[i] = parts[7 - i];
}
