// Nearest and linear filtering at the centers of texels, where both are exact, and between them, where linear
// filtering is not; every address mode; levels; unnormalized coordinates.
//
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest,repeat --buffer 0.2=float32:-0.375,0.125,0.625,1.125,1.375,2.625 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=REPEAT
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest,mirrored_repeat --buffer 0.2=float32:-0.375,0.125,0.625,1.125,1.375,2.625 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=MIRROR
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest,clamp_to_edge --buffer 0.2=float32:-0.375,0.125,0.625,1.125,1.375,2.625 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=EDGE
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest,clamp_to_border,border=opaque_white --buffer 0.2=float32:-0.375,0.125,0.625,1.125,1.375,2.625 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=BORDER
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest,mirror_clamp_to_edge --buffer 0.2=float32:-0.375,0.125,0.625,1.125,1.375,2.625 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=ONCE
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,4,8' --sampler 0.1=linear,clamp_to_edge --buffer 0.2=float32:0.125,0.375,0.25,0.5,-1,2 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=LINEAR
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,4,8' --sampler 0.1=linear,unnormalized,clamp_to_edge --buffer 0.2=float32:0.5,1.5,1,3.25,-1,9 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=UNNORMALIZED
// RUN: spirv-run %s -DLEVEL --image '0.0=r32f:4,levels=3:float32:1,1,1,1,2,2,4' --sampler 0.1=nearest,mip=linear,clamp_to_edge --buffer 0.2=float32:0,1,2,7,1.5,-1 --buffer '0.3=undef(24)' --dump 0.3 | FileCheck %s --check-prefix=LEVELS
// RUN: spirv-run %s --image '0.0=r32f:4:float32:1,2,3,4' --sampler 0.1=nearest --buffer 0.2=float32:0.25,0.5,0.75,0.125,inf,nan --buffer '0.3=undef(24)' --dump 0.3 2>&1 | FileCheck %s --check-prefix=BETWEEN
// REPEAT: float32[6] = 3 1 3 1 2 3
// MIRROR: float32[6] = 2 1 3 4 3 3
// EDGE: float32[6] = 1 1 3 4 4 4
// BORDER: float32[6] = 1 1 3 1 1 1
// ONCE: float32[6] = 2 1 3 4 4 4
// LINEAR: float32[6] = 1 2 1.5? 3? 1? 8?
// UNNORMALIZED: float32[6] = 1 2 1.5? 7? 1? 8?
// LEVELS: float32[6] = 1 2 4 4 3? 1
// BETWEEN: float32[6] = 2? 3? 4? 1 undef undef
// BETWEEN: a coordinate, a derivative or the level of detail of a sample is an infinity or a NaN{{.*}} [image.coordinate-not-finite]
// COVERS: image.coordinate-not-finite

#version 450

layout(local_size_x = 6) in;

layout(set = 0, binding = 0) uniform texture1D image;
layout(set = 0, binding = 1) uniform sampler how;

layout(std430, set = 0, binding = 2) readonly buffer Coordinates
{
    float coordinate[];
};
layout(std430, set = 0, binding = 3) buffer Results
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const float at = coordinate[i];
#ifdef LEVEL
    result[i] = textureLod(sampler1D(image, how), 0.125, at).x;
#else
    result[i] = textureLod(sampler1D(image, how), at, 0).x;
#endif
}
