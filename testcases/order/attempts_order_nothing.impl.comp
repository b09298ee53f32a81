// A workgroup reads a flag once before it waits for it. What it finds then depends on the order.
//
// RUN: spirv-run %s --groups 2 --buffer '0.0=zero(8)' --buffer '0.1=zero(12)' | FileCheck %s
// CHECK: {{^}}0.1: uint32[3] = 7 {{[05]}}? 0{{$}}
//
// The failing attempts of one workgroup do not order its lock before that of the one that ends the wait.
// RUN: spirv-run %s -D LOCK --groups 2 --buffer '0.0=zero(8)' --buffer '0.1=zero(12)' --dump 0.1 | FileCheck %s --check-prefix=LOCK
// LOCK: {{^}}0.1: uint32[3] = 0 0 {{[01]}}?{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Flags { uint flag, lock; };
layout(std430, set = 0, binding = 1) coherent buffer Data { uint data, found, last; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    const uint group = gl_WorkGroupID.x;
#ifdef LOCK
    if (group == 1) atomicStore(flag, 1u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {}
    last = group;
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
    while (atomicLoad(flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire) == 0) {}
#else
    if (group == 0) {
        data = 7;
        atomicStore(flag, 1u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
    } else {
        if (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 1) found = 5;
        while (atomicLoad(flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire) == 0) {}
        data += 0;
    }
#endif
}
