// Loops that update a value with compare-exchange, where the order matters: the old value is used, the operations do not commute with
// each other, the loop counts its attempts or gives up, or a failing attempt has an effect.
//
// RUN: spirv-run %s -D USED --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=USED
// USED: {{^}}0.0: uint32[2] = 11 0{{$}}
// USED: {{^}}0.1: uint32[3] = {{[0-9]+}}? {{[0-9]+}}? {{[0-9]+}}?{{$}}
//
// RUN: spirv-run %s -D COUNTS --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=USED
//
// RUN: spirv-run %s -D TWICE --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D MIXED --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D STORES --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D CAPPED --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D GIVES_UP --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D BY_TRIES --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=OPEN
// OPEN: {{^}}0.0: uint32[2] = {{[0-9]+}}?
//
// RUN: spirv-run %s -D EFFECT --groups 3 --buffer '0.0=uint32:5,0' --buffer '0.1=zero(12)' | FileCheck %s --check-prefix=EFFECT
// EFFECT: {{^}}0.0: uint32[2] = {{[0-9]+}}? {{[0-9]+}}?{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { uint value, attempts; };
layout(std430, set = 0, binding = 1) buffer Found { uint found[3]; };

void main()
{
    const uint number = gl_WorkGroupID.x;
    uint old, tries = 0;
    for (;;) {
        old = atomicLoad(value, gl_ScopeDevice, 0, 0);
#if defined(TWICE)
        const uint next = old * 2 + number;
#elif defined(MIXED)
        const uint next = number == 1 ? old ^ 7 : old + number;
#elif defined(CAPPED)
        const uint next = old + min(old, number);
#elif defined(BY_TRIES)
        const uint next = old + 1 + tries;
#else
        const uint next = old + 2 * number;
#endif
        if (atomicCompSwap(value, old, next) == old) break;
        ++tries;
#if defined(GIVES_UP)
        if (tries == 3) break;
#elif defined(EFFECT)
        atomicAdd(attempts, 1u);
#endif
    }
#if defined(USED)
    found[number] = old;
#elif defined(COUNTS)
    found[number] = tries;
#elif defined(STORES)
    if (number == 1) atomicExchange(value, 9u);
#endif
}
