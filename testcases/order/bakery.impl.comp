// A lock without a location that several invocations write: each of two workgroups announces itself and
// checks the other one. The order decides which enters first, and so the data under the lock.
//
// RUN: spirv-run %s --groups 2 --buffer '0.0=zero(12)' --buffer '0.1=uint32:7' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[1] = {{[0-9]+}}?{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Bakery { uint number[2]; uint choosing; };
layout(std430, set = 0, binding = 1) coherent buffer Value { uint value; };

uint load(uint i)
{
    return atomicLoad(number[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
}
void store(uint i, uint n)
{
    atomicStore(number[i], n, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}

void main()
{
    const uint i = gl_WorkGroupID.x, other = 1 - i;
    // The first number decides: 3 waits while the other workgroup has 1 or 2.
    store(i, 1);
    store(i, load(other) == 0 ? 2u : 3u);
    while (load(other) == 1 || (load(i) == 3 && (load(other) == 2 || (load(other) == 3 && i == 1)))) {
    }
    value = value * 2 + i;
    store(i, 0);
}
