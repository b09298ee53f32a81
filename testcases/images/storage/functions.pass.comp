// Images and samplers as function arguments; elements of arrays; a format that the shader does not declare;
// read-only and write-only images.
//
// RUN: spirv-run %s --strict --image 0.0[0]=r32ui:2:uint32:1,2 --image 0.0[1]=r32ui:2:uint32:3,4 --image 0.1=rgba16ui:2 --image '0.2=rg8_snorm:2:int8:127,-127,0,-128' --sampler 0.2=nearest --buffer '0.3=undef(16)' --dump '0.0[0]:uint32' --dump 0.1:uint16x4 --dump 0.3:float32 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.0[0]: uint32[2] = 1 3
// CHECK: 0.1: uint16x4[2] = (7 8 9 65535) (1 2 3 4)
// CHECK: 0.3: float32[4] = 1 -1 0 -1

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, r32ui) uniform uimage1D images[2];
layout(set = 0, binding = 1) uniform writeonly uimage1D open_format;
layout(set = 0, binding = 2) uniform sampler1D sampled;

layout(std430, set = 0, binding = 3) buffer Results
{
    vec2 result[2];
};

void store(writeonly uimage1D where, int at, uvec4 value)
{
    imageStore(where, at, value);
}

vec2 look(sampler1D where, int at)
{
    return texelFetch(where, at, 0).xy;
}

void main()
{
    imageStore(images[0], 1, imageLoad(images[1], 0));
    store(open_format, 0, uvec4(7, 8, 9, 65535));
    store(open_format, 1, uvec4(1, 2, 3, 4));
    result[0] = look(sampled, 0);
    result[1] = look(sampled, 1);
}
