// Workgroups may take each other's tickets, but not what the other one did before: who comes first may not see it.
//
// RUN: spirv-run %s --groups 2 --buffer '0.0=zero(8)' --buffer '0.1=zero(8)' | FileCheck %s
// CHECK: {{^}}0.1: uint32[2] = {{[01]}}? {{[01]}}?{{$}}
//
// The last one sees it in any case.
// RUN: spirv-run %s -D LAST --strict --groups 2 --buffer '0.0=zero(8)' --buffer '0.1=zero(8)' | FileCheck %s --check-prefix=LAST
// LAST: {{^}}0.1: uint32[2] = 0 1{{$}}
// LAST-NOT: {{.}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint next, seen; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[2]; };

void main()
{
    if (gl_WorkGroupID.x == 0) atomicStore(seen, 1u, gl_ScopeDevice, 0, 0);
    const uint ticket = atomicAdd(next, 1);
#ifdef LAST
    if (ticket != gl_NumWorkGroups.x - 1) return;
#endif
    results[ticket] = atomicLoad(seen, gl_ScopeDevice, 0, 0);
}
