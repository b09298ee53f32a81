// Under a ticket lock: what depends on who comes first, floats, and locks that are not taken as they should.
//
// RUN: spirv-run %s -D TICKET --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=TICKET
// TICKET: {{^}}0.1: uint32[3] = 7 {{[0-9]+\?}} 1{{$}}
// RUN: spirv-run %s -D DOUBLES --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=DOUBLES
// DOUBLES: {{^}}0.1: uint32[3] = 7 {{[0-9]+\?}} 1{{$}}
// RUN: spirv-run %s -D FLOATS --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,0x3F800001,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=FLOATS
// FLOATS: {sum = 7, other = {{[0-9.]+\?}}, unused = 1}{{$}}
// RUN: spirv-run %s -D SPINS --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=SPINS
// SPINS: {{^}}0.1: uint32[3] = 7 {{[0-9]+\?}} 1{{$}}
//
// A second reader of the number that is served; a ticket that is not served in turn: there is no proof.
// RUN: spirv-run %s -D READS --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: spirv-run %s -D NUMBER --groups 4 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=NUMBER
// NONE: {{^}}0.1: uint32[3] = {{[0-9]+\? [0-9]+\?}} {{1[?]?$}}
// Each workgroup waits for its number, and all have one order.
// NUMBER: {{^}}0.1: uint32[3] = 7 27 1{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint next, serving; };
#ifdef FLOATS
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sum; float other; uint unused; };
#else
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sum, other, unused; };
#endif

const int buffers = gl_StorageSemanticsBuffer;

void main()
{
    const uint i = gl_WorkGroupID.x;
    uint failures = 0;
#ifdef NUMBER
    const uint ticket = gl_WorkGroupID.x;
#else
    const uint ticket = atomicAdd(next, 1);
#endif
    while (atomicLoad(serving, gl_ScopeDevice, buffers, gl_SemanticsAcquire) != ticket) {
        ++failures;
    }
    sum += i;
#if defined(TICKET)
    other += ticket * i;
#elif defined(DOUBLES) || defined(NUMBER)
    other = other * 2 + i;
#elif defined(FLOATS)
    other += 1.0 / (i + 1);
#elif defined(SPINS)
    other += failures;
#elif defined(READS)
    other += atomicAdd(next, 0);
#endif
    atomicStore(serving, ticket + 1, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
