// Memory under a lock depends on which invocation takes the lock first, unless all changes commute, which only the
// program knows. That applies from the start, because another invocation may find what the first one finds here.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=uint32:1,1' --buffer '0.2=zero(16)' --dump 0.1 --dump 0.2 | FileCheck %s
// CHECK: {{^}}0.1: uint32[2] = {{[0-9]+}}? 1{{$}}
// CHECK: {{^}}0.2: uint32[4] = 1? {{[0-9]+}}? {{[0-9]+}}? {{[0-9]+}}?{{$}}
//
// A single workgroup is always first.
// RUN: spirv-run %s --strict --groups 1 --buffer '0.0=zero(4)' --buffer '0.1=uint32:1,1' --buffer '0.2=zero(16)' --dump 0.1 --dump 0.2 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}0.1: uint32[2] = 3 1{{$}}
// ONE: {{^}}0.2: uint32[4] = 1 0 0 0{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Value { uint value; uint unrelated; };
layout(std430, set = 0, binding = 2) buffer Found { uint found[4]; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {
    }
    found[gl_WorkGroupID.x] = value;
    value = value * 2 + gl_WorkGroupID.x + unrelated;
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
