// Boxes are candidates, for which the shader generates intersections (OpRayQueryGenerateIntersectionKHR,
// OpRayQueryGetIntersectionCandidateAABBOpaqueKHR). OpRayQueryTerminateKHR ends the traversal.
//
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=uint32:9,9,9,9,9,9' --buffer '0.2=float32:9,9' 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.1: uint32[6] = 1 0 2 2 0 0
// CHECK: 0.2: float32[2] = 15 0

#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Results { uint type, opaque, committed, geometry, more, nothing; };
layout(set = 0, binding = 2) buffer Distances { float t; float candidate; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipTrianglesEXT, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    while (rayQueryProceedEXT(query)) {
        type = rayQueryGetIntersectionTypeEXT(query, false);
        opaque = rayQueryGetIntersectionCandidateAABBOpaqueEXT(query) ? 1 : 0;
        rayQueryGenerateIntersectionEXT(query, 15);
    }
    committed = rayQueryGetIntersectionTypeEXT(query, true);
    geometry = rayQueryGetIntersectionGeometryIndexEXT(query, true);
    t = rayQueryGetIntersectionTEXT(query, true);
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipTrianglesEXT, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    rayQueryProceedEXT(query);
    rayQueryTerminateEXT(query);
    // The candidate is one until the traversal proceeds.
    candidate = rayQueryGetIntersectionPrimitiveIndexEXT(query, false);
    more = rayQueryProceedEXT(query) ? 1 : 0;
    nothing = rayQueryGetIntersectionTypeEXT(query, true);
}
