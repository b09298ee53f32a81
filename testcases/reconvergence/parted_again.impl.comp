// Lanes reconverge after a call, which core SPIR-V does not guarantee, and diverge again. If only lanes
// continue that took the same path all along, or a single lane, the reconvergence does not affect their tangle.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(128)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.0: uint32[32] =
// CHECK-SAME: 8? 8? 8? 8? 8? 8? 8? 8?
// CHECK-SAME: 4 4 4 4 0 0 0 0
// CHECK-SAME: 0 0 0 0 0 1 0 0
// CHECK-SAME: 4? 0 4? 0 4? 0 4? 0
// REPORT: sums[0][i] = subgroupAdd(one);
// REPORT: note: the lanes reconverged after they returned from this call
// REPORT: sums[3][i] = subgroupAdd(one);
// REPORT: note: the lanes reconverged at merge block
// REPORT-NOT: the lanes reconverged

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[4][8]; };

uint weight(uint i)
{
    if (i < 4)
        return 1;
    return 1 + i / 8;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint one = weight(i);
    sums[0][i] = subgroupAdd(one);
    if (i < 4)
        sums[1][i] = subgroupAdd(one);
    if (i == 5)
        sums[2][i] = subgroupAdd(one);
    if (i % 2 == 0)
        sums[3][i] = subgroupAdd(one);
}
