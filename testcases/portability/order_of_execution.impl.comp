// The ticket of each subgroup depends on the order in which subgroups run; the number of tickets does not.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(68)' --subgroup-size 4 --portability-sizes 4 --check-portability | FileCheck %s
// CHECK: schedule of seed {{[1-4]}}: not the same [portability.order-of-execution]
// CHECK-NEXT: 0.0 (uint32) differs in elements
// CHECK-NEXT: results depend on the order in which workgroups, subgroups and lanes run
// CHECK-NEXT: the difference starts at {{.*}} = OpAtomicIAdd
// COVERS: portability.order-of-execution
//
// RUN: spirv-run %s -D COUNT_ONLY --buffer '0.0=zero(68)' --subgroup-size 4 --portability-sizes 4 --check-portability | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of 8 runs

#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Tickets { uint drawn; uint tickets[16]; };

void main()
{
    const uint ticket = atomicAdd(drawn, 1);
#ifndef COUNT_ONLY
    tickets[gl_LocalInvocationIndex] = ticket;
#endif
}
