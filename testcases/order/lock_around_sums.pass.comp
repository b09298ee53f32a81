// Sums under a lock. The sections commute, so every order of them gives the same sums.
//
// RUN: spirv-run %s --strict --groups 6 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s
// RUN: spirv-run %s --strict -D EXCHANGE --groups 6 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 1 --groups 6 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 128 --groups 6 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 0{{$}}
// CHECK: {{^}}0.1: uint32[3] = 145 223 63{{$}}
// CHECK-NOT: {{.}}
//
// Each invocation takes the lock by itself, or one takes it for all.
// RUN: spirv-run %s --strict -D EACH --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s --check-prefix=EACH
// RUN: spirv-run %s --strict -D EACH --subgroup-size 2 --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s --check-prefix=EACH
// RUN: spirv-run %s -D ALL --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s --check-prefix=ALL
// RUN: spirv-run %s -D ALL --subgroup-size 1 --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' | FileCheck %s --check-prefix=ALL
// EACH: {{^}}0.0: uint32[1] = 0{{$}}
// EACH: {{^}}0.1: uint32[3] = 298 255 4095{{$}}
// EACH-NOT: {{.}}
// ALL: {{^}}0.0: uint32[1] = 0{{$}}
// ALL: {{^}}0.1: uint32[3] = 109 255 7{{$}}
// ALL-NOT: {{.}}
//
// RUN: spirv-run %s --strict --groups 2000 --buffer '0.0=zero(4)' --buffer '0.1=uint32:0,0xFF,0' | FileCheck %s --check-prefix=MANY
// MANY: {{^}}0.1: uint32[3] = 5997000 255 4294967295{{$}}
// MANY-NOT: {{.}}
//
// Other schedules have the same values.
// RUN: spirv-run %s --seed 7 --groups 6 --buffer '0.0=zero(4)' --buffer '0.1=uint32:100,0xFF,0' --dump 0.1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[3] = 145 223 63{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sum, parity, seen; };

const int buffers = gl_StorageSemanticsBuffer;

void unlock() { atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease); }

void update(uint number)
{
    sum += 3 * number;
    parity ^= number << 5;
    seen = seen | 1u << (number & 31u);
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
#if defined(EACH)
    for (bool is_done = false; !is_done;) {
        if (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) == 0u) {
            update(gl_GlobalInvocationID.x);
            unlock();
            is_done = true;
        }
    }
#elif defined(ALL)
    if (i == 0) {
        while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0u) {}
    }
    memoryBarrierBuffer();
    barrier();
    if (i == 1) sum += 3 * gl_WorkGroupID.x;
    if (i == 2) seen |= 1u << gl_WorkGroupID.x;
    memoryBarrierBuffer();
    barrier();
    if (i == 0) unlock();
#else
    if (i != 0) return;
#if defined(EXCHANGE)
    while (atomicExchange(lock, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire) == 1u) {}
#else
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0u) {}
#endif
    update(gl_WorkGroupID.x);
    unlock();
#endif
}
