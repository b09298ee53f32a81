// Workgroups take items of work until there are none left. What they store depends on the item, not on who takes it.
//
// RUN: spirv-run %s --strict --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=undef(40)' | FileCheck %s
// RUN: spirv-run %s --strict --groups 3 --seed 5 --subgroup-size 1 --buffer '0.0=zero(4)' --buffer '0.1=undef(40)' | FileCheck %s
// RUN: spirv-run %s --strict --groups 3 --subgroup-size 128 --buffer '0.0=zero(4)' --buffer '0.1=undef(40)' | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 8{{$}}
// CHECK: {{^}}0.1: uint32[10] = 0 1 10 11 20 21 30 31 40 41{{$}}
// CHECK-NOT: {{.}}
//
// Who took an item depends on the order, and so does how many items one took.
// RUN: spirv-run %s -D WHO --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=undef(40)' --dump 0.1 | FileCheck %s --check-prefix=OPEN
// RUN: spirv-run %s -D HOW_MANY --groups 3 --buffer '0.0=zero(4)' --buffer '0.1=undef(40)' --dump 0.1 | FileCheck %s --check-prefix=OPEN
// OPEN: {{^}}0.1: uint32[10] = {{([0-9]+\? ){9}[0-9]+\?$}}

#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint next; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[10]; };
shared uint taken;

void main()
{
    uint count = 0;
    for (;;) {
        if (gl_LocalInvocationIndex == 0) taken = atomicAdd(next, 1);
        barrier();
        const uint item = taken;
        barrier();
        if (item >= 5) return;
        ++count;
        uint value = 10 * item + gl_LocalInvocationIndex;
#if defined(WHO)
        value += 1000 * gl_WorkGroupID.x;
#elif defined(HOW_MANY)
        value += 1000 * count;
#endif
        results[2 * item + gl_LocalInvocationIndex] = value;
    }
}
