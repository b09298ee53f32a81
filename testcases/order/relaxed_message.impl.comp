// A message in one atomic, and its flag in another. If nothing orders them, an implementation may let the reader see the flag
// and not the message, so what it reads is uncertain. One-sided barriers order nothing.
//
// RUN: spirv-run %s --groups 2 --buffer '0.0=zero(12)' | FileCheck %s --check-prefix=RELAXED
// RUN: spirv-run %s -D RELEASES --groups 2 --buffer '0.0=zero(12)' | FileCheck %s --check-prefix=RELAXED
// RUN: spirv-run %s -D ACQUIRES --groups 2 --buffer '0.0=zero(12)' | FileCheck %s --check-prefix=RELAXED
// RELAXED: {{^}}0.0: uint32[3] = 7 1 7?{{$}}
//
// RUN: spirv-run %s --strict -D RELEASES -D ACQUIRES --groups 2 --buffer '0.0=zero(12)' | FileCheck %s --check-prefix=ORDERED
// RUN: spirv-run %s --strict -D SEMANTICS --groups 2 --buffer '0.0=zero(12)' | FileCheck %s --check-prefix=ORDERED
// ORDERED: {{^}}0.0: uint32[3] = 7 1 7{{$}}
// ORDERED-NOT: {{.}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Message { uint data, flag, received; };
#ifdef SEMANTICS
const int release = gl_SemanticsRelease, acquire = gl_SemanticsAcquire, storage = gl_StorageSemanticsBuffer;
#else
const int release = gl_SemanticsRelaxed, acquire = gl_SemanticsRelaxed, storage = 0;
#endif

void main()
{
    if (gl_WorkGroupID.x == 0) {
        atomicStore(data, 7u, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
#ifdef RELEASES
        memoryBarrierBuffer();
#endif
        atomicStore(flag, 1u, gl_ScopeDevice, storage, release);
    } else {
        while (atomicLoad(flag, gl_ScopeDevice, storage, acquire) == 0) {
        }
#ifdef ACQUIRES
        memoryBarrierBuffer();
#endif
        received = atomicLoad(data, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
    }
}
