// A message is certain, whenever it arrives. Whether it has arrived when an invocation checks once is uncertain.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 1{{\??$}}
// CHECK: {{^}}0.1: uint32[4] = {{[01]}}? 42 42 42{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[4]; };
shared uint message;

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i == 0) {
        message = 42;
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsRelease);
    } else if (i == 4) {
        results[0] = atomicLoad(flag, gl_ScopeDevice, 0, 0);
    } else if (i > 4) {
        while (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire) == 0) {
        }
        results[i - 4] = message;
    }
}
