// Updates under a lock whose order matters: the value in between is used, the operations do not commute with each other, or an operand
// depends on the order.
//
// RUN: spirv-run %s -D USED --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=USED
// USED: {{^}}0.0: uint32[1] = 0{{$}}
// USED: {{^}}0.1: uint32[2] = 8 0{{$}}
// USED: {{^}}0.2: uint32[3] = {{[0-9]+}}? {{[0-9]+}}? {{[0-9]+}}?{{$}}
//
// RUN: spirv-run %s -D TWICE --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D MIXED --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D OPERAND --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D REVERSED --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D CAPPED --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=OPEN
// OPEN: {{^}}0.1: uint32[2] = {{[0-9]+}}?
//
// A workgroup that fails to take the lock does something else.
// RUN: spirv-run %s -D TRIES --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,0' --buffer '0.2=zero(12)' | FileCheck %s --check-prefix=TRIES
// TRIES: {{^}}0.1: uint32[2] = {{[0-9]+}}? {{[0-9]+}}?{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint value, other; };
layout(std430, set = 0, binding = 2) buffer Found { uint found[3]; };

const int buffers = gl_StorageSemanticsBuffer;

void main()
{
    const uint number = gl_WorkGroupID.x;
    uint tries = 0;
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {
#ifdef TRIES
        atomicAdd(other, 1u);
        if (++tries == 2) break;
#endif
    }
#if defined(USED)
    value += number;
    found[number] = value;
#elif defined(TWICE)
    value = value * 2 + number;
#elif defined(MIXED)
    if (number == 1) {
        value ^= 7;
    } else {
        value += number;
    }
#elif defined(OPERAND)
    other = number;
    value += other + atomicAdd(found[0], 1u);
#elif defined(REVERSED)
    value = number - value;
#elif defined(CAPPED)
    value += min(value, number);
#else
    value += number;
#endif
    if (tries < 2) atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
