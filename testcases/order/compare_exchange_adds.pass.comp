// Loops that update a value with compare-exchange. Each loop is one operation that commutes with the others, so every order gives the
// same result.
//
// RUN: spirv-run %s --strict -D GUESSES --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// RUN: spirv-run %s --strict -D LOADS --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// RUN: spirv-run %s --strict -D LOADS_ONCE --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// RUN: spirv-run %s --strict -D LOADS --subgroup-size 1 --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// RUN: spirv-run %s --strict -D LOADS_ONCE --subgroup-size 2 --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// RUN: spirv-run %s --strict -D GUESSES --subgroup-size 128 --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s
// CHECK: {{^}}0.0: uint32[2] = 928 255{{$}}
// CHECK-NOT: {{.}}
//
// RUN: spirv-run %s --strict -D LOADS_ONCE --groups 1000 --buffer '0.0=uint32:0,0xFF' | FileCheck %s --check-prefix=MANY
// MANY: {{^}}0.0: uint32[2] = 23994000 255{{$}}
// MANY-NOT: {{.}}
//
// RUN: spirv-run %s --seed 3 -D LOADS_ONCE --groups 6 --buffer '0.0=uint32:100,0xFF' | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.0: uint32[2] = 928 255{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint sum, parity; };

void main()
{
    const uint number = gl_GlobalInvocationID.x;
    uint found = 0;
#if defined(GUESSES)
    uint guess;
    do {
        guess = found;
        found = atomicCompSwap(sum, guess, guess + 3 * number);
    } while (found != guess);
#elif defined(LOADS)
    for (;;) {
        found = atomicLoad(sum, gl_ScopeDevice, 0, 0);
        if (atomicCompSwap(sum, found, 3 * number + found) == found) break;
    }
#else
    uint guess = atomicLoad(sum, gl_ScopeDevice, 0, 0);
    for (;;) {
        const uint next = guess + 3 * number;
        found = atomicCompSwap(sum, guess, next);
        if (guess == found) break;
        guess = found;
    }
#endif
    do {
        found = atomicLoad(parity, gl_ScopeDevice, 0, 0);
    } while (atomicCompSwap(parity, found, found ^ number) != found);
}
