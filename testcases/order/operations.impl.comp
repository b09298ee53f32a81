// Atomics of one kind commute, those of different kinds do not. A value that no invocation changes is certain
// for every reader, and so is memory that all invocations set to one value.
//
// RUN: spirv-run %s --buffer '0.0=uint32:0,0,0,255,1,7,0,0' --buffer '0.1=zero(32)' --subgroup-size 2 --dump 0.0 --dump 0.1 | FileCheck %s
//                          add max or and vote reached equal mixed
// CHECK: {{^}}0.0: uint32[8] = 4 3 15 240 1 7 9 {{[0-9]+}}?{{$}}
// CHECK: {{^}}0.1: uint32[8] = 0? 0? 0? 255? 1 7 0? 0?{{$}}
//
// The elements of the second buffer are the values that invocation 0 found. Other orders exist in which it is not the first.

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Places { uint places[8]; };
layout(std430, set = 0, binding = 1) buffer Found { uint found[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint values[8];
    values[0] = atomicAdd(places[0], 1);
    values[1] = atomicMax(places[1], i);
    values[2] = atomicOr(places[2], 1u << i);
    values[3] = atomicAnd(places[3], ~(1u << i));
    values[4] = atomicOr(places[4], 1);
    values[5] = atomicMin(places[5], 7 + i);
    values[6] = atomicExchange(places[6], 9);
    values[7] = i < 2 ? atomicAdd(places[7], i + 1) : atomicXor(places[7], i);
    if (i == 0)
        for (int k = 0; k < 8; ++k) found[k] = values[k];
}
