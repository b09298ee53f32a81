// After some lanes have returned, not all invocations of the workgroup can leave a construct by its merge
// block. Lanes that diverge and reconverge after the guard therefore have no guarantee.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.0: uint32[8] = 7? 7? 7? 7? 7? 0 0 0
// REPORT: the lanes reconverged at merge block

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i >= 5)
        return;
    uint weight = 1;
    if (i < 2)
        weight = 2;
    sums[i] = subgroupAdd(weight);
}
