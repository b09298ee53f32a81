// The built-in variables of compute shaders, in a three-dimensional dispatch of three-dimensional workgroups
// whose last subgroup is only partly filled if subgroups are large. Invocations fill the subgroups in the
// order of their local index, which the specifications leave undefined and the interpreter guarantees.
//
// RUN: spirv-run %s --groups 2,3,2 --subgroup-size 8 --buffer '0.0=undef(18432)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_builtins.py %t.json 8
// RUN: spirv-run %s --groups 2,3,2 --subgroup-size 1 --buffer '0.0=undef(18432)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_builtins.py %t.json 1
// RUN: spirv-run %s --groups 2,3,2 --subgroup-size 16 --buffer '0.0=undef(18432)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_builtins.py %t.json 16
// RUN: spirv-run %s --groups 2,3,2 --subgroup-size 64 --buffer '0.0=undef(18432)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_builtins.py %t.json 64
// RUN: spirv-run %s --groups 2,3,2 --subgroup-size 128 --buffer '0.0=undef(18432)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_builtins.py %t.json 128

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 4, local_size_y = 3, local_size_z = 2) in;

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    uvec4 results[288][4];
};

void main()
{
    const uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
    const uvec3 global = gl_GlobalInvocationID;
    const uint index = (global.z * size.y + global.y) * size.x + global.x;
    const uint workgroup = (gl_WorkGroupID.z * 100 + gl_WorkGroupID.y) * 100 + gl_WorkGroupID.x;
    results[index][0] = uvec4(gl_LocalInvocationID, gl_LocalInvocationIndex);
    results[index][1] = uvec4(workgroup, gl_NumWorkGroups);
    results[index][2] = uvec4(gl_SubgroupID, gl_SubgroupInvocationID, gl_SubgroupSize, gl_NumSubgroups);
    // The masks have one bit for each lane from 0 to gl_SubgroupSize - 1.
    results[index][3] = uvec4(subgroupBallotBitCount(gl_SubgroupEqMask), subgroupBallotBitCount(gl_SubgroupGeMask),
                              subgroupBallotBitCount(gl_SubgroupLtMask) * 1000 + subgroupBallotBitCount(gl_SubgroupLeMask),
                              subgroupBallotFindLSB(gl_SubgroupEqMask));
}
