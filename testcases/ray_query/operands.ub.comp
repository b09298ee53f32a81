// What Vulkan requires of the operands of OpRayQueryInitializeKHR. The first execution, with operands 0, is the twin.
// COVERS: OpRayQueryInitializeKHR.not-finite OpRayQueryInitializeKHR.negative-interval OpRayQueryInitializeKHR.empty-interval OpRayQueryInitializeKHR.flags-conflict OpRayQueryInitializeKHR.operand-undefined
//
// The buffer has the origin in x, the direction in z, Tmin and Tmax.
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,0,inf --buffer 0.2=uint32:0x205 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// RUN: spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,0,2,2 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=undef
// TWIN: 0.2: uint32[1] = 1
// NONE: 0.2: uint32[1] = 0
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:nan,-1,0,9 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M0
// M0: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.not-finite]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-inf,0,9 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M1
// M1: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.not-finite]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,-1,9 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M2
// M2: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.negative-interval]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,0,nan --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M3
// M3: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.negative-interval]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,3,2 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M4
// M4: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.empty-interval]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,0,9 --buffer 0.2=uint32:3 2>&1 | FileCheck %s --check-prefix=M5
// M5: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.flags-conflict]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,0,9 --buffer 0.2=uint32:768 2>&1 | FileCheck %s --check-prefix=M6
// M6: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.flags-conflict]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:1,-1,0,9 --buffer 0.2=uint32:48 2>&1 | FileCheck %s --check-prefix=M7
// M7: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.flags-conflict]
// RUN: expect-status 3 spirv-run %s --accel 0.0=@%S/Inputs/mixed.json --buffer 0.1=float32:undef,-1,0,9 --buffer 0.2=uint32:1 2>&1 | FileCheck %s --check-prefix=M8
// M8: undefined-behavior: {{.*}}[OpRayQueryInitializeKHR.operand-undefined]

#version 460
#extension GL_EXT_ray_query : require

layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1) buffer Operands { float origin, direction, t_min, t_max; };
layout(set = 0, binding = 2) buffer Results { uint flags; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, flags, 1, vec3(origin, 1, 20), t_min, vec3(0, 0, direction), t_max);
    rayQueryProceedEXT(query);
    flags = rayQueryGetIntersectionTypeEXT(query, true);
}
