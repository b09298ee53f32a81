// "Elect after if": the whole workgroup enters a selection and leaves it by its merge block. Core SPIR-V guarantees
// uniform control flow after it, so exactly one lane of each subgroup is elected, and nothing is reported.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:0' --strict 2>&1 | FileCheck %s --implicit-check-not=implementation
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:0' --strict 2>&1 | FileCheck %s --check-prefix=FOUR --implicit-check-not=implementation
// CHECK: 0.0: uint32[1] = 2
// FOUR: 0.0: uint32[1] = 4

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint elected; };

void main()
{
    uint x = 0;
    if (gl_LocalInvocationIndex % 3 == 0)
        x = 1;
    else
        x = 2;
    if (subgroupElect())
        atomicAdd(elected, x > 0 ? 1 : 0);
}
