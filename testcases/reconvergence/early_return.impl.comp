// A function with two returns in different branches. Core SPIR-V does not guarantee reconvergence after the
// call; maximal reconvergence does.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s -D MAXIMAL --subgroup-size 8 --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=MAXIMAL --implicit-check-not=unguaranteed
// CHECK: 0.0: uint32[8] = 20? 20? 20? 20? 20? 20? 20? 20?
// MAXIMAL: 0.0: uint32[8] = 20 20 20 20 20 20 20 20
// REPORT: OpGroupNonUniformIAdd
// REPORT: the lanes reconverged after they returned from this call: {{.*}} OpFunctionCall

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
layout(std430, set = 0, binding = 0) buffer Results { uint sums[8]; };

uint weight(uint i)
{
    if (i < 4)
        return 2;
    return 3;
}

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    sums[i] = subgroupAdd(weight(i));
}
