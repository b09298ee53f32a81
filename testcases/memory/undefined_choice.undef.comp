// If all values of the undefined bits of an index are in bounds, the index selects one of these elements.
// That is not undefined behavior, and the bits that the elements share are defined.
//
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=uint32:1,2,3,4' --buffer '0.1=uint32:9,9,8,9' --buffer '0.2=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not=undefined-behavior < %t.err
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=uint32:1,2,3,4' --buffer '0.1=uint32:9,9,8,9' --buffer '0.2=zero(32)' --reconvergence minimal | FileCheck %s
// A store to one of two places makes both undefined, unless they already contain the stored value.
// CHECK: 0.0: uint32[4] = 1 2 3 undef
// CHECK: 0.1: uint32[4] = 9 9 8 9
// CHECK: 0.2: uint32[8] = 7 7 9 9 undef undef undef undef
// REPORT: undefined-output: element 3 of 0.0
// REPORT: undefined-output: elements 4-7 of 0.2
//
// If another bit of the index is undefined, the element may be outside the array.
// RUN: expect-status 3 spirv-run %s -D OUTSIDE --subgroup-size 2 --buffer '0.0=uint32:1,2,3,4' --buffer '0.1=uint32:9,9,8,9' --buffer '0.2=zero(32)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: undefined-behavior: an index has an undefined value{{.*}} [OpAccessChain.index-undefined]
// OUTSIDE: 1 undefined-behavior

#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[4]; };
layout(std430, set = 0, binding = 1) buffer Same { uint same[4]; };
layout(std430, set = 0, binding = 2) buffer Results { uint results[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint nothing;
    const uint own[4] = uint[](7, 7, 7, 7);
    uint other[2];
    other[0] = i;
    other[1] = i + 1;
    results[i] = own[nothing & 3];
    results[2 + i] = same[nothing & 1];
    results[4 + i] = same[nothing & 3];
    results[6 + i] = other[nothing & 1];
    if (i == 0)
    {
        same[nothing & 1] = 9;
        numbers[2 | (nothing & 1)] = 3;
    }
#ifdef OUTSIDE
    results[i] = own[nothing & 5];
#endif
}
