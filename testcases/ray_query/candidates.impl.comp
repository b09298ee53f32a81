// Candidates come in any order. Which one is the first depends on it, but not which one is the closest of those confirmed
// (OpRayQueryConfirmIntersectionKHR).
// COVERS: portability.candidate-order
//
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:9,9,9,9' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[4] = 0? 1 2? 1
// RUN: spirv-run %s --candidate-order backward --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:9,9,9,9' 2>&1 | FileCheck %s --check-prefix=BACKWARD
// BACKWARD: 0.1: uint32[4] = 1? 1 2? 1
// RUN: spirv-run %s --candidate-order repeated --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:9,9,9,9' 2>&1 | FileCheck %s --check-prefix=REPEATED
// REPEATED: 0.1: uint32[4] = 0? 1 4? 1
// RUN: expect-status 3 spirv-run %s --check-portability --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:9,9,9,9' 2>&1 | FileCheck %s --check-prefix=PORTABILITY
// PORTABILITY: candidate order backward: not the same [portability.candidate-order]
// PORTABILITY-NEXT: 0.1 (uint32) differs in element 0: 1 instead of 0
// PORTABILITY-NEXT: OpRayQueryGetIntersectionPrimitiveIndexKHR
// PORTABILITY: to reproduce: {{.*}} --candidate-order backward

#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Results { uint first, closest, count, geometry; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipAABBEXT, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    count = 0;
    while (rayQueryProceedEXT(query)) {
        if (count == 0) first = rayQueryGetIntersectionPrimitiveIndexEXT(query, false);
        ++count;
    }
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipAABBEXT, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    while (rayQueryProceedEXT(query)) rayQueryConfirmIntersectionEXT(query);
    closest = rayQueryGetIntersectionPrimitiveIndexEXT(query, true);
    geometry = rayQueryGetIntersectionGeometryIndexEXT(query, true);
}
