// The last workgroup reads what the others have stored. Which workgroup is last depends on the order; the stored values do not.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[4] = 10 11 12 13{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Tickets { uint tickets; };
layout(std430, set = 0, binding = 1) coherent buffer Parts { uint parts[]; };
layout(std430, set = 0, binding = 2) buffer Sum { uint sum; };

void main()
{
    parts[gl_WorkGroupID.x] = 10 + gl_WorkGroupID.x;
    const uint ticket =
        atomicAdd(tickets, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    if (ticket == gl_NumWorkGroups.x - 1) {
        uint all = 0;
        for (uint i = 0; i < gl_NumWorkGroups.x; ++i) all += parts[i];
        sum = all;
    }
}
