// Two bindings of one memory are two references: in the Vulkan memory model, a write through one is visible through the other only
// after a pipeline barrier, and atomics through both are not mutually ordered. (The missing decoration Aliased is a separate finding.)
// COVERS: memory.different-references memory.atomics-not-mutually-ordered
//
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D ORDER --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --buffer '0.2=zero(32)' 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: undefined-behavior: write through another descriptor or address: invocation (0,0,0) reads 'second[7]' of buffer 0.1, and invocation (7,0,0) writes it through buffer 0.0; the Vulkan memory model makes a write visible only through the descriptor or address that wrote it [memory.different-references]
// PLAIN: help: access the memory through one descriptor or address only, or separate the accesses by a pipeline barrier
// A single invocation, which needs no order.
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D ALONE --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --buffer '0.2=zero(32)' 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: undefined-behavior: write through another descriptor or address: invocation (0,0,0) reads 'second[0]' of buffer 0.1, and it writes it through buffer 0.0; {{.*}} [memory.different-references]
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D ATOMIC --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --buffer '0.2=zero(32)' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: undefined-behavior: data race between two atomics: {{.*}} 'second[0]' of buffer 0.1, and {{.*}} atomically writes it through buffer 0.0; atomics through different descriptors or addresses are not mutually ordered [memory.atomics-not-mutually-ordered]
//
// A read before a write only needs to be ordered.
// RUN: spirv-run %s --ignore aliasing -D READ_FIRST --strict --memory 'all=uint32:iota(8)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --buffer '0.2=zero(32)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=PASS
// Other halves of the memory; only one binding; and without the Vulkan memory model.
// RUN: spirv-run %s -D ORDER --strict --memory 'all=zero(64)' --buffer '0.0=memory(all,32)' --buffer '0.1=memory(all+32)' --buffer '0.2=zero(32)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: spirv-run %s -D ORDER -D second=first --strict --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.2=zero(32)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D ATOMIC -D second=first --strict --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.2=zero(32)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: spirv-run %s --ignore aliasing -D LEGACY -D ORDER --strict --memory 'all=zero(32)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --buffer '0.2=zero(32)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.2: uint32[8] = 7 6 5 4 3 2 1 0{{$}}
// PASS-NOT: {{.}}
// ZERO: {{^}}0.2: uint32[8] = 0 0 0 0 0 0 0 0{{$}}
// ZERO-NOT: {{.}}
#version 460
#extension GL_KHR_memory_scope_semantics : require
#ifndef LEGACY
#pragma use_vulkan_memory_model
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer First { uint first[8]; };
#ifndef second
layout(std430, set = 0, binding = 1) coherent buffer Second { uint second[8]; };
#endif
layout(std430, set = 0, binding = 2) buffer Results { uint results[8]; };

void order() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[i] = 0;
#if defined(ORDER)
  first[i] = i;
  order();
  results[i] = second[7 - i];
#elif defined(ALONE)
  if (i == 0) {
    first[0] = 1;
    results[0] = second[0];
  }
#elif defined(ATOMIC)
  atomicAdd(first[0], 1);
  atomicAdd(second[0], 1);
#elif defined(READ_FIRST)
  results[i] = first[7 - i];
  order();
  second[i] = 9;
#endif
}
