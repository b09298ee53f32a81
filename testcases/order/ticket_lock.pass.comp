// Updates under ticket locks: an increment draws a ticket, and a loop waits until the lock serves it. Who has which ticket depends on
// the order; sums and extrema do not.
//
// RUN: spirv-run %s --strict --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s
// RUN: spirv-run %s --strict -D ADDS --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s
// RUN: spirv-run %s --strict -D LATER --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 1 --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 128 --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s
// CHECK: {{^}}0.0: uint32[2] = 6 6{{$}}
// CHECK: {{^}}0.1: uint32[4] = 145 223 0 5{{$}}
// CHECK-NOT: {{.}}
//
// Each invocation draws a ticket.
// RUN: spirv-run %s --strict -D EACH --groups 3 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s --check-prefix=EACH
// RUN: spirv-run %s --strict -D EACH --subgroup-size 2 --groups 3 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' | FileCheck %s --check-prefix=EACH
// EACH: {{^}}0.0: uint32[2] = 12 12{{$}}
// EACH: {{^}}0.1: uint32[4] = 298 255 0 11{{$}}
// EACH-NOT: {{.}}
//
// RUN: spirv-run %s --strict --groups 1000 --buffer '0.0=zero(8)' --buffer '0.1=uint32:0,0xFF,7,0' | FileCheck %s --check-prefix=MANY
// MANY: {{^}}0.0: uint32[2] = 1000 1000{{$}}
// MANY: {{^}}0.1: uint32[4] = 1498500 255 0 999{{$}}
// MANY-NOT: {{.}}
//
// Other schedules have the same values.
// RUN: spirv-run %s --seed 7 --groups 6 --buffer '0.0=zero(8)' --buffer '0.1=uint32:100,0xFF,7,0' --dump 0.1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[4] = 145 223 0 5{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint next, serving; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sum, parity, least, greatest; };

const int buffers = gl_StorageSemanticsBuffer;

void update(uint number)
{
    sum += 3 * number;
    parity ^= number << 5;
    least = min(least, number);
    greatest = max(number, greatest);
}

void main()
{
#ifdef EACH
    const uint ticket = atomicAdd(next, 1);
    for (bool is_done = false; !is_done;) {
        if (atomicLoad(serving, gl_ScopeDevice, buffers, gl_SemanticsAcquire) == ticket) {
            update(gl_GlobalInvocationID.x);
            atomicStore(serving, ticket + 1, gl_ScopeDevice, buffers, gl_SemanticsRelease);
            is_done = true;
        }
    }
#else
    if (gl_LocalInvocationIndex != 0) return;
    const uint ticket = atomicAdd(next, 1);
#ifdef LATER
    uint now;
    do {
        now = atomicLoad(serving, gl_ScopeDevice, buffers, gl_SemanticsAcquire);
    } while (now != ticket);
#else
    while (atomicLoad(serving, gl_ScopeDevice, buffers, gl_SemanticsAcquire) != ticket) {}
#endif
    update(gl_WorkGroupID.x);
#ifdef ADDS
    atomicAdd(serving, 1, gl_ScopeDevice, buffers, gl_SemanticsRelease);
#else
    atomicStore(serving, ticket + 1, gl_ScopeDevice, buffers, gl_SemanticsRelease);
#endif
#endif
}
