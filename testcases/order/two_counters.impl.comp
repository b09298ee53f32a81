// Two tickets of one workgroup: each number is taken once, but which numbers are taken together depends on the order.
//
// RUN: spirv-run %s --groups 3 --buffer '0.0=zero(8)' --buffer '0.1=zero(12)' | FileCheck %s
// RUN: spirv-run %s --groups 3 --seed 4 --buffer '0.0=zero(8)' --buffer '0.1=zero(12)' | FileCheck %s
// CHECK: {{^}}0.0: uint32[2] = 3 3{{$}}
// CHECK: {{^}}0.1: uint32[3] = {{[0-2]}}? {{[0-2]}}? {{[0-2]}}?{{$}}

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counters { uint first, second; };
layout(std430, set = 0, binding = 1) buffer Pairs { uint pairs[3]; };

void main()
{
    const uint i = atomicAdd(first, 1);
    pairs[i] = atomicAdd(second, 1);
}
