// The ticket of an invocation depends on the order in which invocations execute the atomic, among workgroups
// and among the lanes of one subgroup. The number of tickets does not.
//
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 2>&1 | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 4{{$}}
// CHECK: {{^}}0.1: uint32[4] = 0? 1? 2? 3?{{$}}
// CHECK: implementation-dependent: elements 0-3 of 0.1 (uint32) are implementation-dependent after the run
// CHECK: note: the value depends on the order of the atomic accesses to buffer 0.0: {{.*}} = OpAtomicIAdd
//
// RUN: spirv-run %s -D LANES=4 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s --check-prefix=LANES
// LANES: {{^}}0.0: uint32[1] = 4{{$}}
// LANES: {{^}}0.1: uint32[4] = 0? 1? 2? 3?{{$}}
//
// A single invocation draws tickets in order, and so does each invocation with its own counter.
// RUN: spirv-run %s --strict --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}0.0: uint32[1] = 1{{$}}
// ONE: {{^}}0.1: uint32[4] = 0 0 0 0{{$}}
// ONE-NOT: {{.}}
// RUN: spirv-run %s --strict -D OWN --groups 4 --buffer '0.0=uint32:5,6,7,8' --buffer '0.1=zero(16)' --dump 0.0 --dump 0.1 | FileCheck %s --check-prefix=OWN
// OWN: {{^}}0.0: uint32[4] = 6 7 8 9{{$}}
// OWN: {{^}}0.1: uint32[4] = 5 6 7 8{{$}}
// OWN-NOT: {{.}}

#version 450
#ifndef LANES
#define LANES 1
#endif
layout(local_size_x = LANES) in;
layout(std430, set = 0, binding = 0) buffer Counters { uint counters[]; };
layout(std430, set = 0, binding = 1) buffer Slots { uint slots[]; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
#ifdef OWN
    slots[i] = atomicAdd(counters[i], 1);
#elif defined(COUNT)
    atomicAdd(counters[0], 1);
#else
    slots[i] = atomicAdd(counters[0], 1);
#endif
}
