// One invocation writes memory under a lock, and the others only read it: the values that they find depend on
// which invocation takes the lock first. The final values do not.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=uint32:7' --buffer '0.2=zero(16)' --dump 0.1 --dump 0.2 | FileCheck %s
// CHECK: {{^}}0.1: uint32[1] = 42{{$}}
// CHECK: {{^}}0.2: uint32[4] = {{(7|42)}}? 0 {{(7|42)}}? {{(7|42)}}?{{$}}
//
// The same with atomic reads.
// RUN: spirv-run %s -D ATOMIC --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=uint32:7' --buffer '0.2=zero(16)' --dump 0.1 --dump 0.2 | FileCheck %s
//
// Memory that is only read is certain.
// RUN: spirv-run %s -D READ_ONLY --strict --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=uint32:7' --buffer '0.2=zero(16)' --dump 0.1 --dump 0.2 | FileCheck %s --check-prefix=READ
// READ: {{^}}0.2: uint32[4] = 7 0 7 7{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Value { uint value; };
layout(std430, set = 0, binding = 2) buffer Found { uint found[4]; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {
    }
    if (gl_WorkGroupID.x == 1) {
#ifndef READ_ONLY
        value = 42;
#endif
    } else {
#ifdef ATOMIC
        found[gl_WorkGroupID.x] = atomicLoad(value, gl_ScopeDevice, 0, 0);
#else
        found[gl_WorkGroupID.x] = value;
#endif
    }
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
