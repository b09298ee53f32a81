// Renders a small scene of 64 x 64 pixels with one ray from the camera and one toward the light for each pixel. A model with exact arithmetic, which
// tests on which side of each edge a ray passes, computes the same picture. The fence is not opaque: its candidates are confirmed where they are in its lower
// part.
//
// RUN: spirv-run %s --groups 8,8 --accel 0.0=@%S/Inputs/shadow_scene.json --buffer '0.1=uint32:fill(4096,99)' --output 0.1=%t.bin > %t.txt
// RUN: %python %S/Inputs/check_shadows.py %S/Inputs/shadow_scene.json %t.bin
// RUN: spirv-run %s --groups 8,8 --subgroup-size 128 --candidate-order backward --accel 0.0=@%S/Inputs/shadow_scene.json --buffer '0.1=uint32:fill(4096,99)' --output 0.1=%t.backward.bin > %t.txt
// RUN: %python %S/Inputs/check_shadows.py %S/Inputs/shadow_scene.json %t.backward.bin

#version 460
#extension GL_EXT_ray_query : require

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Picture { uint pixels[]; };

const vec3 camera = vec3(0, -14, 9);
const vec3 light = vec3(9, -7, 12);

// Candidates belong to the fence, of which the part above z = 2 is transparent.
void trace(rayQueryEXT query, vec3 from, vec3 direction)
{
    while (rayQueryProceedEXT(query)) {
        const float z = from.z + rayQueryGetIntersectionTEXT(query, false) * direction.z;
        if (z < 2) rayQueryConfirmIntersectionEXT(query);
    }
}

void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    const vec3 direction = vec3(float(2 * at.x - 63) / 64, 1, -float(at.y + 8) / 64);
    uint pixel = 0;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsNoneEXT, 0xFF, camera, 0, direction, 1000);
    trace(query, camera, direction);
    if (rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionTriangleEXT) {
        pixel = 1 + 2 * rayQueryGetIntersectionInstanceCustomIndexEXT(query, true);
        const vec3 point = camera + rayQueryGetIntersectionTEXT(query, true) * direction;
        const vec3 to_light = light - point;
        rayQueryEXT shadow;
        rayQueryInitializeEXT(shadow, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xFF, point, 0.01, to_light, 1);
        trace(shadow, point, to_light);
        if (rayQueryGetIntersectionTypeEXT(shadow, true) != gl_RayQueryCommittedIntersectionNoneEXT) ++pixel;
    }
    pixels[at.y * 64 + at.x] = pixel;
}
