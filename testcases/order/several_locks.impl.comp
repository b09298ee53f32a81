// Several locks: each guards its own sum, or one is taken while another one is held. If workgroups take two locks in different orders, or
// take one after they have released another one of a section, there is no proof.
//
// RUN: spirv-run %s --strict -D APART --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D NESTED --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D NESTED --subgroup-size 1 --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[2] = 11 21{{$}}
// CHECK-NOT: {{.}}
//
// RUN: spirv-run %s -D NESTED -D READS --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=READS
// READS: {{^}}0.1: uint32[2] = 11 {{[0-9]+\?$}}
// RUN: spirv-run %s -D BOTH_ORDERS --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: spirv-run %s -D AGAIN --groups 5 --buffer '0.0=zero(8)' --buffer '0.1=uint32:1,1' --dump 0.1 2>/dev/null | FileCheck %s --check-prefix=NONE
// NONE: {{^}}0.1: uint32[2] = {{[0-9]+\? [0-9]+\?$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Locks { uint locks[2]; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sums[2]; };

const int buffers = gl_StorageSemanticsBuffer;

#define TAKE(l) while (atomicCompSwap(locks[l], 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0u) {}
#define RELEASE(l) atomicStore(locks[l], 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease)

void main()
{
    const uint i = gl_WorkGroupID.x;
#if defined(APART)
    TAKE(0)
    sums[0] += i;
    RELEASE(0);
    TAKE(1)
    sums[1] += 2 * i;
    RELEASE(1);
#elif defined(NESTED)
    TAKE(0)
    sums[0] += i;
    TAKE(1)
#ifdef READS
    sums[1] += sums[0];
#else
    sums[1] += 2 * i;
#endif
    RELEASE(1);
    RELEASE(0);
#elif defined(BOTH_ORDERS)
    const uint first = i & 1u;
    TAKE(first)
    TAKE(1 - first)
    sums[0] += i;
    sums[1] += 2 * i;
    RELEASE(1 - first);
    RELEASE(first);
#else
    TAKE(0)
    sums[0] += i;
    TAKE(1)
    sums[1] += 2 * i;
    RELEASE(1);
    TAKE(1)
    sums[1] += 2 * i;
    RELEASE(1);
    RELEASE(0);
#endif
}
