// Only one subgroup of the workgroup enters the outer selection, so control flow in it is not uniform for the
// workgroup. Core SPIR-V then guarantees nothing at the inner merge block, although the whole subgroup
// reaches it. SubgroupUniformControlFlowKHR extends the guarantee to subgroups.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=MARKED < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s -D SUBGROUP_UNIFORM --subgroup-size 8 --buffer '0.0=zero(64)' --strict 2>&1 | FileCheck %s --implicit-check-not=unguaranteed
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=zero(64)' 2>&1 | FileCheck %s --check-prefix=ONE
// MARKED: 0.0: uint32[16] = 8? 8? 8? 8? 8? 8? 8? 8? 0 0 0 0 0 0 0 0
// CHECK: 0.0: uint32[16] = 8 8 8 8 8 8 8 8 0 0 0 0 0 0 0 0
// ONE: unguaranteed-reconvergence
// REPORT: depends on reconvergence that is not guaranteed; not all subgroups of the workgroup reached the reconvergence point
// REPORT: OpGroupNonUniformIAdd
// REPORT: the lanes reconverged at merge block

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef SUBGROUP_UNIFORM
#extension GL_EXT_subgroup_uniform_control_flow : require
#define MODE [[subgroup_uniform_control_flow]]
#else
#define MODE
#endif
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[16]; };

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    if (i < 8)
    {
        uint x = 0;
        if (i % 2 == 0)
            x = i;
        sums[i] = subgroupAdd(1u);
    }
}
