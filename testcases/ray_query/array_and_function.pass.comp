// Ray queries as elements of an array with a variable index, and as parameters of a function. Each lane has its own state, also
// while the lanes diverge.
//
// RUN: spirv-run %s --subgroup-size 1 --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:fill(8,9)' 2>&1 | FileCheck %s --implicit-check-not=undef
// RUN: spirv-run %s --subgroup-size 8 --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:fill(8,9)' 2>&1 | FileCheck %s --implicit-check-not=undef
// RUN: spirv-run %s --subgroup-size 128 --reconvergence minimal --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:fill(8,9)' 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.1: uint32[8] = 2? 110 2? 110 2? 110 2? 110

#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require

layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Results { uint result[8]; };

const uint flags[2] = uint[](gl_RayFlagsSkipAABBEXT, gl_RayFlagsCullNoOpaqueEXT);

uint closest(rayQueryEXT query)
{
    rayQueryInitializeEXT(query, scene, gl_RayFlagsCullNoOpaqueEXT, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    rayQueryProceedEXT(query);
    return rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    rayQueryEXT queries[2];
    for (int n = 0; n < 2; ++n)
        rayQueryInitializeEXT(queries[n], scene, flags[n], 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    uint count = 0;
    while (rayQueryProceedEXT(queries[i % 2])) ++count;
    if (i % 2 == 1) count = 9 * rayQueryGetIntersectionInstanceCustomIndexEXT(queries[1], true);
    rayQueryEXT other;
    if (i % 2 == 1) count += closest(other);
    result[i] = count;
}
