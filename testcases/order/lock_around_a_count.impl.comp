// Memory under a lock. Every order gives the same count and the same sum. Who held the lock last depends on the order.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s
// RUN: spirv-run %s --groups 4 --seed 2 --subgroup-size 1 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 0{{$}}
// CHECK: {{^}}0.1: uint32[4] = 4 6 {{[0-3]}}? 0{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint count, sum, last, unused; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {
    }
    ++count;
    sum += gl_WorkGroupID.x;
    last = gl_WorkGroupID.x;
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
