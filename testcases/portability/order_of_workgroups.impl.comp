// The ticket of each workgroup depends on the order in which workgroups run; the number of tickets does not.
//
// RUN: expect-status 3 spirv-run %s --groups 4 --buffer '0.0=zero(20)' --subgroup-size 4 --portability-sizes 4 --check-portability | FileCheck %s
// CHECK: reference: subgroup size 4, maximal reconvergence
// CHECK: schedule of seed {{[1-4]}} (4 workgroups in flight): not the same [portability.order-of-execution]
// CHECK-NEXT: 0.0 (uint32) differs in elements {{.*}}: {{.*}} instead of {{.*}}
// CHECK-NEXT: results depend on the order in which workgroups, subgroups and lanes run
// CHECK-NEXT: the difference starts at {{.*}} = OpAtomicIAdd
// COVERS: portability.order-of-execution
//
// RUN: spirv-run %s -D COUNT_ONLY --groups 4 --buffer '0.0=zero(20)' --subgroup-size 4 --portability-sizes 4 --check-portability | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of 8 runs
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Tickets { uint drawn; uint tickets[4]; };

void main()
{
    const uint ticket = atomicAdd(drawn, 1);
#ifndef COUNT_ONLY
    tickets[gl_WorkGroupID.x] = ticket;
#endif
}
