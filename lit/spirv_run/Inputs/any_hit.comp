#version 460
#extension GL_EXT_ray_query : require

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Results { uint result; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xFF, vec3(1, 1, 5), 0, vec3(0, 0, -1), 10);
    while (rayQueryProceedEXT(query)) {}
    result = rayQueryGetIntersectionTypeEXT(query, true);
}
