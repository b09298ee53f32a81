// Implicit derivatives in compute shaders with quads: the coordinates in a quad give the level of detail. With several levels, the
// result depends on the implementation; with one level, it does not. If not all of a quad participate, the result is undefined.
// OpImageSampleImplicitLod OpImageQueryLod
// COVERS: image.quad-not-in-tangle
//
// RUN: spirv-run %s -DSCALE=0.0625 --image '0.0=r32f:16,levels=3:float32:fill(16,1),fill(8,2),fill(4,3)' --sampler 0.0=nearest --buffer '0.1=undef(16)' --buffer '0.2=undef(8)' --dump 0.1:float32 --dump 0.2:float32 | FileCheck %s --check-prefix=FIRST
// RUN: spirv-run %s -DSCALE=0.25 --image '0.0=r32f:16,levels=3:float32:fill(16,1),fill(8,2),fill(4,3)' --sampler 0.0=nearest --buffer '0.1=undef(16)' --buffer '0.2=undef(8)' --dump 0.1:float32 --dump 0.2:float32 | FileCheck %s --check-prefix=THIRD
// RUN: spirv-run %s -DSCALE=0.25 --strict --image '0.0=r32f:16:float32:iota(16)' --sampler 0.0=nearest --buffer '0.1=undef(16)' --dump 0.1:float32 --buffer '0.2=undef(8)' | FileCheck %s --check-prefix=ONE --implicit-check-not='?'
// RUN: spirv-run %s -DSCALE=0.25 "-DCONDITION=if(gl_LocalInvocationIndex!=2)" --image '0.0=r32f:16:float32:iota(16)' --sampler 0.0=nearest --buffer '0.1=undef(16)' --buffer '0.2=undef(8)' --dump 0.1:float32 --dump 0.2:float32 2>&1 | FileCheck %s --check-prefix=PART
// FIRST: 0.1: float32[4] = 2? 2? 2? 2?
// FIRST: 0.2: float32[2] = 0? 0?
// THIRD: 0.1: float32[4] = 3? 3? 3? 3?
// THIRD: 0.2: float32[2] = 2? 2?
// ONE: 0.1: float32[4] = 0 4 8 12
// PART: 0.1: float32[4] = undef undef undef undef
// PART: undefined-value: not all invocations of the quad execute this instruction, which has an implicit derivative, together{{.*}} [image.quad-not-in-tangle]

#version 450
#extension GL_NV_compute_shader_derivatives : require

#ifndef CONDITION
#define CONDITION
#endif

layout(local_size_x = 4) in;
layout(derivative_group_linearNV) in;

layout(set = 0, binding = 0) uniform sampler1D image;

layout(std430, set = 0, binding = 1) buffer Results
{
    float result[4];
};
layout(std430, set = 0, binding = 2) buffer Levels
{
    vec2 level;
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const float at = 0.03125 + SCALE * float(i);
    CONDITION
        result[i] = texture(image, at).x;
    const vec2 found = textureQueryLod(image, at * 0.5);
    if (i == 0)
        level = found;
}
