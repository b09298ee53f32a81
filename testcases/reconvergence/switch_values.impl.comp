// Lanes with the same selector value stay together. Lanes with different values that reach the same case may
// or may not, even under maximal reconvergence. After the switch, they reconverge.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s -D MAXIMAL --subgroup-size 8 --buffer '0.0=zero(64)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --reconvergence minimal | FileCheck %s --check-prefix=MINIMAL
// CHECK: 0.0: uint32[16] = 2 4? 4? 2 2 4? 4? 2 8 8 8 8 8 8 8 8
// MINIMAL: 0.0: uint32[16] = 2 2 2 2 2 2 2 2 8 8 8 8 8 8 8 8
// REPORT: lanes 1-2,5-6 of subgroup 0
// REPORT: the lanes reconverged in a case of the switch with this header: OpSelectionMerge
// REPORT: help: execute the instruction outside the switch

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#define MODE [[maximally_reconverges]]
#else
#define MODE
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint inside[8]; uint behind[8]; };

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    switch (i % 4)
    {
    case 0:
        inside[i] = subgroupAdd(1u);
        break;
    case 1:
    case 2:
        inside[i] = subgroupAdd(1u);
        break;
    default:
        inside[i] = subgroupAdd(1u);
        break;
    }
    behind[i] = subgroupAdd(1u);
}
