// Fetches of a level, with an offset, and of a sample; sizes, levels and samples; a sampled image with a separate sampler.
// OpImageFetch OpImage OpImageQuerySizeLod OpImageQuerySize OpImageQueryLevels OpImageQuerySamples
//
// RUN: spirv-run %s --strict --image '0.0=r32ui:4x4,levels=3:uint32:iota(21)' --sampler 0.0=nearest --image '0.1=rg8:2x1:uint8x2:255,0,0,51' --image '0.2=r32i:2x1,samples=2:int32:-1,-2,-3,-4' --sampler 0.2=nearest --sampler 0.3=nearest,clamp_to_edge --buffer '0.4=undef(64)' --buffer '0.5=undef(32)' --dump 0.4:int32 --dump 0.5:float32 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.4: int32[16] = 5 19 20 15 4 4 2 2 1 1 3 -4 2 1 2 0
// CHECK: 0.5: float32[8] = 1 0 0 1 0 0.2 0 1

#version 450
#extension GL_EXT_samplerless_texture_functions : require

layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform usampler2D combined;
layout(set = 0, binding = 1) uniform texture2D image;
layout(set = 0, binding = 2) uniform isampler2DMS samples;
layout(set = 0, binding = 3) uniform sampler separate;

layout(std430, set = 0, binding = 4) buffer Integers
{
    int integer[16];
};
layout(std430, set = 0, binding = 5) buffer Floats
{
    vec4 number[2];
};

void main()
{
    integer[0] = int(texelFetch(combined, ivec2(1, 1), 0).x);
    integer[1] = int(texelFetch(combined, ivec2(1, 1), 1).x);
    integer[2] = int(texelFetch(combined, ivec2(0, 0), 2).x);
    integer[3] = int(texelFetchOffset(combined, ivec2(1, 2), 0, ivec2(2, 1)).x);
    for (int level = 0; level < 3; ++level)
    {
        const ivec2 size = textureSize(combined, level);
        integer[4 + 2 * level] = size.x;
        integer[5 + 2 * level] = size.y;
    }
    integer[10] = textureQueryLevels(combined);
    integer[11] = texelFetch(samples, ivec2(1, 0), 1).x;
    integer[12] = textureSize(samples).x;
    integer[13] = textureSize(samples).y;
    integer[14] = textureSamples(samples);
    integer[15] = 0;
    number[0] = texelFetch(image, ivec2(0, 0), 0);
    number[1] = textureLod(sampler2D(image, separate), vec2(0.75, 0.5), 0);
}
