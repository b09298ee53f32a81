#version 460
#extension GL_EXT_ray_query : require

layout(local_size_x = 10) in;

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Hits { int hit[10]; };
layout(set = 0, binding = 2) buffer Distances { float distance[10]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsNoneEXT, 0xFF, vec3(i + 0.5, 1, 8), 0, vec3(0, 0, -1), 100);
    while (rayQueryProceedEXT(query)) {}
    hit[i] = -1;
    distance[i] = -1;
    if (rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionNoneEXT) {
        hit[i] = rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
        distance[i] = rayQueryGetIntersectionTEXT(query, true);
    }
}
