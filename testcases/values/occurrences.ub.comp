// An occurrence is one execution of an instruction by one tangle that breaks the rule, for any number of
// components and lanes. The shader itself counts how often its subgroups divide by 0.
// COVERS: OpUDiv.operand-2-zero
//
// A scalar and a vector of four, in two of three iterations, by both subgroups of three workgroups.
// RUN: expect-status 3 spirv-run %s --groups 3 --subgroup-size 4 --spec 0=3 --buffer 0.0=uint32:0,0,0,0,1,1 --buffer 0.1=uint32:0 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: 0.1: uint32[1] = 12
// LOOP: quotient += 8 / divisor
// LOOP: lanes 0-3 of subgroup 0, workgroup (0,0,0), iteration 0 of {{.*}}; 12 executions in all
// LOOP: quotients += uvec4(8)
// LOOP: lanes 0-3 of subgroup 0, workgroup (0,0,0), iteration 0 of {{.*}}; 12 executions in all
//
// Different components break the rule in different executions.
// RUN: expect-status 3 spirv-run %s --groups 1 --subgroup-size 8 --spec 0=2 --buffer 0.0=uint32:0,2,1,0,1,1 --buffer 0.1=uint32:0 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: 0.1: uint32[1] = 1
// MIXED: quotient += 8 / divisor
// MIXED: lanes 0-7 of subgroup 0, workgroup (0,0,0), iteration 1 of
// MIXED-NOT: executions
// MIXED: quotients += uvec4(8)
// MIXED: iteration 0 {{.*}}; 2 executions in all
//
// The number of threads does not change the count.
// RUN: expect-status 3 spirv-run %s --groups 3 --subgroup-size 4 --spec 0=3 --no-check-races --jobs 3 --buffer 0.0=uint32:0,0,0,0,1,1 --buffer 0.1=uint32:0 2>&1 | FileCheck %s --check-prefix=LOOP
//
// A division of an undefined number by 0 counts as well.
// RUN: expect-status 3 spirv-run %s -DKEEP --groups 1 --subgroup-size 8 --spec 0=2 --buffer 0.0=uint32:0,0,0,0,1,1 --buffer 0.1=uint32:0 2>&1 | FileCheck %s --check-prefix=KEEP
// KEEP: kept /= uvec4(divisor)
// KEEP: lanes 0-7 of subgroup 0, workgroup (0,0,0), iteration 0 of {{.*}}; 2 executions in all
//
// The same divisors without a 0.
// RUN: spirv-run %s --groups 3 --subgroup-size 4 --spec 0=3 --strict --buffer 0.0=uint32:1,1,1,1,1,1 --buffer 0.1=uint32:0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: {{^}}no buffer was written
// NONE-NOT: {{.}}
#version 450
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 8) in;
layout(constant_id = 0) const uint rounds = 1;
layout(std430, set = 0, binding = 0) readonly buffer Divisors { uint divisors[6]; };
layout(std430, set = 0, binding = 1) buffer Count { uint divided_by_zero; };

void main()
{
    uint quotient = 0;
    uvec4 quotients = uvec4(0);
#ifdef KEEP
    uvec4 kept = uvec4(8);
#endif
    for (uint round = 0; round < rounds; ++round) {
        const uint divisor = divisors[2 * round + 1];
        quotient += 8 / divisor;
        quotients += uvec4(8) / uvec4(divisors[2 * round], divisor, divisor, divisor);
#ifdef KEEP
        kept /= uvec4(divisor);
#endif
        if (divisor == 0 && subgroupElect()) atomicAdd(divided_by_zero, 1);
    }
}
