// What an instruction requires of the state of a ray query. `mistake` selects one; 0 is the twin without any.
// COVERS: ray-query.not-initialized ray-query.no-candidate ray-query.not-a-triangle-candidate ray-query.not-a-box-candidate ray-query.nothing-committed ray-query.committed-not-a-triangle OpRayQueryProceedKHR.already-complete OpRayQueryTerminateKHR.already-complete OpRayQueryGenerateIntersectionKHR.outside-interval
//
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// TWIN: 0.1: uint32[2] = 1 2
// RUN: expect-status 3 spirv-run %s --spec 0=1 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M1
// M1: undefined-behavior: {{.*}}[ray-query.not-initialized]
// RUN: expect-status 3 spirv-run %s --spec 0=2 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M2
// M2: undefined-behavior: {{.*}}[ray-query.no-candidate]
// RUN: expect-status 3 spirv-run %s --spec 0=3 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M3
// M3: undefined-behavior: {{.*}}[ray-query.not-a-triangle-candidate]
// RUN: expect-status 3 spirv-run %s --spec 0=4 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M4
// M4: undefined-behavior: {{.*}}[ray-query.not-a-box-candidate]
// RUN: expect-status 3 spirv-run %s --spec 0=5 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M5
// M5: undefined-behavior: {{.*}}[ray-query.nothing-committed]
// RUN: expect-status 3 spirv-run %s --spec 0=6 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M6
// M6: undefined-behavior: {{.*}}[ray-query.committed-not-a-triangle]
// RUN: expect-status 3 spirv-run %s --spec 0=7 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M7
// M7: undefined-behavior: {{.*}}[OpRayQueryProceedKHR.already-complete]
// RUN: expect-status 3 spirv-run %s --spec 0=8 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M8
// M8: undefined-behavior: {{.*}}[OpRayQueryTerminateKHR.already-complete]
// RUN: expect-status 3 spirv-run %s --spec 0=9 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M9
// M9: undefined-behavior: {{.*}}[OpRayQueryGenerateIntersectionKHR.outside-interval]
// RUN: expect-status 3 spirv-run %s --spec 0=10 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M10
// M10: undefined-behavior: {{.*}}[ray-query.no-candidate]
// RUN: expect-status 3 spirv-run %s --spec 0=11 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M11
// M11: undefined-behavior: {{.*}}[ray-query.not-a-triangle-candidate]
// RUN: expect-status 3 spirv-run %s --spec 0=12 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M12
// M12: undefined-behavior: {{.*}}[OpRayQueryGenerateIntersectionKHR.outside-interval]
// RUN: expect-status 3 spirv-run %s --spec 0=13 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M13
// M13: undefined-behavior: {{.*}}[ray-query.nothing-committed]
// RUN: expect-status 3 spirv-run %s --spec 0=14 --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=uint32:9,9 --buffer 0.2=float32:9,9 2>&1 | FileCheck %s --check-prefix=M14
// M14: undefined-behavior: {{.*}}[ray-query.not-initialized]

#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require

layout(constant_id = 0) const int mistake = 0;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Results { uint result[2]; };
layout(set = 0, binding = 2) buffer Distances { float t[2]; };

rayQueryEXT query;

void begin(uint flags)
{
    rayQueryInitializeEXT(query, scene, flags, 1, vec3(1, 1, 20), 0, vec3(0, 0, -1), 100);
}

void main()
{
    if (mistake == 1) rayQueryProceedEXT(query);
    if (mistake == 14) t[0] = rayQueryGetRayTMinEXT(query);

    // The candidates are two triangles.
    begin(gl_RayFlagsSkipAABBEXT);
    if (mistake == 2) rayQueryConfirmIntersectionEXT(query);
    if (mistake == 5) result[0] = rayQueryGetIntersectionPrimitiveIndexEXT(query, true);
    if (mistake == 10) result[0] = rayQueryGetIntersectionPrimitiveIndexEXT(query, false);
    while (rayQueryProceedEXT(query)) {
        if (mistake == 4) rayQueryGenerateIntersectionEXT(query, 19);
        t[0] = rayQueryGetIntersectionTEXT(query, false);
        rayQueryConfirmIntersectionEXT(query);
    }
    if (mistake == 7) rayQueryProceedEXT(query);
    if (mistake == 8) rayQueryTerminateEXT(query);
    result[0] = rayQueryGetIntersectionTypeEXT(query, true);

    // The candidate is a box.
    begin(gl_RayFlagsSkipTrianglesEXT);
    while (rayQueryProceedEXT(query)) {
        if (mistake == 3) rayQueryConfirmIntersectionEXT(query);
        if (mistake == 11) t[0] = rayQueryGetIntersectionTEXT(query, false);
        if (mistake == 13) t[0] = rayQueryGetIntersectionTEXT(query, true);
        rayQueryGenerateIntersectionEXT(query, mistake == 9 ? -1 : 15);
        if (mistake == 12) rayQueryGenerateIntersectionEXT(query, 16);
    }
    result[1] = rayQueryGetIntersectionTypeEXT(query, true);
    if (mistake == 6) result[0] = rayQueryGetIntersectionFrontFaceEXT(query, true) ? 1 : 0;
}
