// Gathers, with and without offsets; comparisons with a depth; projective coordinates; cubes.
// OpImageDrefGather OpImageSampleDrefExplicitLod OpImageSampleExplicitLod
//
// RUN: spirv-run %s --strict --image '0.0=rg32f:3x3:float32x2:0,10,1,11,2,12,3,13,4,14,5,15,6,16,7,17,8,18' --sampler 0.0=nearest,clamp_to_edge --image '0.1=r32f:2x2:float32:0.25,0.5,0.75,1' --sampler 0.1=nearest,clamp_to_edge,compare=less_or_equal --image '0.2=r32f:1x1,layers=6:float32:1,2,3,4,5,6' --sampler 0.2=linear --buffer '0.3=undef(112)' --dump 0.3:float32 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.3: float32[28] = 3 4 1 0 13 14 11 10 7 8 5 4 1 1 0 0 1 2 3 4 5 6 4 0 8 7 1 0

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform sampler2DShadow depth;
layout(set = 0, binding = 2) uniform samplerCube cube;

layout(std430, set = 0, binding = 3) buffer Results
{
    vec4 result[7];
};

void main()
{
    const vec2 middle = vec2(0.3, 0.3);
    result[0] = textureGather(image, middle);
    result[1] = textureGather(image, middle, 1);
    result[2] = textureGatherOffset(image, middle, ivec2(1, 1));
    result[3] = textureGather(depth, vec2(0.48, 0.48), 0.6);
    result[4] = vec4(textureLod(cube, vec3(1, 0, 0), 0).x, textureLod(cube, vec3(-1, 0, 0), 0).x, textureLod(cube, vec3(0, 1, 0), 0).x, textureLod(cube, vec3(0, -1, 0), 0).x);
    result[5] = vec4(textureLod(cube, vec3(0, 0, 1), 0).x, textureLod(cube, vec3(0, 0, -1), 0).x, textureProjLod(image, vec3(1, 1, 2), 0).x, 0);
    result[6] = vec4(textureLodOffset(image, vec2(0.5, 0.5), 0, ivec2(1, 1)).x, textureGrad(image, vec2(0.5, 0.9), vec2(0), vec2(0)).x, textureLod(depth, vec3(0.25, 0.75, 0.75), 0), textureLod(depth, vec3(0.75, 0.25, 0.75), 0));
}
