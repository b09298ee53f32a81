// Under the GLSL450 memory model, `memoryBarrierBuffer(); barrier();` orders accesses only by de-facto ordering, because
// nothing acquires after the barrier; so does any barrier for a buffer that is not coherent. --strict reports it.
// COVERS: memory.de-facto-ordering
//
// RUN: expect-status 3 spirv-run %s -D QUALIFIER=coherent -D PAIR --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PAIR
// PAIR: 0.1: uint32[8] = 7 6 5 4 3 2 1 0
// PAIR: de_facto_order.comp:[[# @LINE + 32]]: implementation-dependent: ordered only by widespread practice, not by the memory model: invocation (0,0,0) reads 'parts[7]' of buffer 0.0, and invocation (7,0,0) writes it; a memory barrier releases before the control barrier, but no memory barrier acquires after it [memory.de-facto-ordering]
// PAIR: help: put a memory barrier after the control barrier as well
// RUN: expect-status 3 spirv-run %s -D QUALIFIER= --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: ordered only by widespread practice, not by the memory model: {{.*}}; the accesses are ordered, but the buffer is not Coherent, so no rule makes the write visible to other invocations [memory.de-facto-ordering]
// PLAIN: help: declare the buffer coherent
//
// A memory barrier on both sides, or one complete barrier; without --strict, de-facto ordering suffices.
// RUN: spirv-run %s -D QUALIFIER=coherent -D PAIR -D BEHIND --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER=coherent --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict 2>&1 | FileCheck %s --check-prefix=PASS
// The kind is de-facto-ordering; --ignore still accepts its old name.
// RUN: spirv-run %s -D QUALIFIER=coherent -D PAIR --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 --strict --ignore customary-order 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D QUALIFIER= -D PAIR --buffer '0.0=zero(32)' --buffer '0.1=undef(32)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.1: uint32[8] = 7 6 5 4 3 2 1 0{{$}}
// PASS-NOT: {{.}}
#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) QUALIFIER buffer Parts { uint parts[8]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  parts[i] = i;
#ifdef PAIR
  memoryBarrierBuffer();
  barrier();
#ifdef BEHIND
  memoryBarrierBuffer();
#endif
#else
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
#endif
  results[i] = parts[7 - i];
}
