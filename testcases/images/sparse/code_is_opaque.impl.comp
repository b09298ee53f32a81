// A residency code is opaque: each implementation has its own. Only sparseTexelsResidentARB interprets it.
// COVERS: OpImageSparseTexelsResident.not-a-residency-code
//
// RUN: spirv-run %s --image '0.0=r32f:2x2:float32:1,2,3,4' --sampler 0.0=nearest --buffer '0.1=uint32:0,0,0' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[3] = {{[0-9]+}}? 1 undef
// CHECK: undefined-value: {{.*}}Resident Code is not a residency code{{.*}} [OpImageSparseTexelsResident.not-a-residency-code]
//
// RUN: spirv-run %s --spec 0=1 --image '0.0=r32f:2x2:float32:1,2,3,4' --sampler 0.0=nearest --buffer '0.1=uint32:0,0,0' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// TWIN: 0.1: uint32[3] = {{[0-9]+}}? 1 1

#version 450
#extension GL_ARB_sparse_texture2 : require

layout(constant_id = 0) const bool passes_code = false;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Results { uint results[3]; };

void main()
{
    vec4 texel;
    const int code = sparseTextureLodARB(image, vec2(0.25), 0, texel);
    results[0] = code;
    results[1] = sparseTexelsResidentARB(code) ? 1 : 0;
    results[2] = sparseTexelsResidentARB(passes_code ? code : code + 1) ? 1 : 0;
}
