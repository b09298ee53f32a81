// What a ray query returns about its ray, and about the triangle that it has committed. The ray hits the opaque triangle of the second instance,
// which is twice as large and moved by 10: OpRayQueryInitializeKHR, OpRayQueryProceedKHR, OpRayQueryGetIntersectionTypeKHR,
// OpRayQueryGetIntersectionInstanceCustomIndexKHR, OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
// OpRayQueryGetIntersectionGeometryIndexKHR, OpRayQueryGetIntersectionPrimitiveIndexKHR, OpRayQueryGetIntersectionFrontFaceKHR,
// OpRayQueryGetRayFlagsKHR, OpRayQueryGetIntersectionInstanceIdKHR, OpRayQueryGetWorldRayOriginKHR, OpRayQueryGetRayTMinKHR,
// OpRayQueryGetWorldRayDirectionKHR, OpRayQueryGetIntersectionObjectRayOriginKHR, OpRayQueryGetIntersectionObjectRayDirectionKHR,
// OpRayQueryGetIntersectionTKHR, OpRayQueryGetIntersectionBarycentricsKHR, OpRayQueryGetIntersectionObjectToWorldKHR and
// OpRayQueryGetIntersectionWorldToObjectKHR.
//
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer '0.1=undef(40)' --buffer '0.2=undef(96)' --buffer '0.3=undef(48)' --buffer '0.4=undef(48)' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[10] = 1 1 12 4 0 0 1 3 1 1
// The ray, and the ray in the space of the instance.
// CHECK: vectors: float32x4[6] = (12 2 20 0.5) (0 0 -2 0) (1 1 10 0) (0 0 -1 0) (10 0.25 0.25 0) (0 0 0 0)
// CHECK: 0.3: float32[12] = 2 0 0 0 2 0 0 0 2 10 0 0
// CHECK: 0.4: float32[12] = 0.5 0 0 0 0.5 0 0 0 0.5 -5 0 0

#version 460
#extension GL_EXT_ray_query : require

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Integers { uint integers[10]; };
layout(set = 0, binding = 2) buffer Vectors { vec4 vectors[6]; };
layout(set = 0, binding = 3) buffer ToWorld { float to_world[12]; };
layout(set = 0, binding = 4) buffer ToObject { float to_object[12]; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsCullNoOpaqueEXT, 2, vec3(12, 2, 20), 0.5, vec3(0, 0, -2), 100);
    integers[0] = rayQueryProceedEXT(query) ? 0 : 1;
    integers[1] = rayQueryGetIntersectionTypeEXT(query, true);
    integers[2] = rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
    integers[3] = rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, true);
    integers[4] = rayQueryGetIntersectionGeometryIndexEXT(query, true);
    integers[5] = rayQueryGetIntersectionPrimitiveIndexEXT(query, true);
    integers[6] = rayQueryGetIntersectionFrontFaceEXT(query, true) ? 1 : 0;
    integers[7] = rayQueryGetRayFlagsEXT(query) == gl_RayFlagsCullNoOpaqueEXT ? 3 : 0;
    integers[8] = rayQueryGetIntersectionInstanceIdEXT(query, true);
    vectors[0] = vec4(rayQueryGetWorldRayOriginEXT(query), rayQueryGetRayTMinEXT(query));
    vectors[1] = vec4(rayQueryGetWorldRayDirectionEXT(query), 0);
    vectors[2] = vec4(rayQueryGetIntersectionObjectRayOriginEXT(query, true), 0);
    vectors[3] = vec4(rayQueryGetIntersectionObjectRayDirectionEXT(query, true), 0);
    vectors[4] = vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionBarycentricsEXT(query, true), 0);
    vectors[5] = vec4(0);
    const mat4x3 object_to_world = rayQueryGetIntersectionObjectToWorldEXT(query, true);
    const mat4x3 world_to_object = rayQueryGetIntersectionWorldToObjectEXT(query, true);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            to_world[column * 3 + row] = object_to_world[column][row];
            to_object[column * 3 + row] = world_to_object[column][row];
        }
    }
    // The other instance is not in the mask.
    rayQueryInitializeEXT(query, scene, gl_RayFlagsCullNoOpaqueEXT, 2, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
    integers[9] = !rayQueryProceedEXT(query) && rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT ? 1 : 0;
}
