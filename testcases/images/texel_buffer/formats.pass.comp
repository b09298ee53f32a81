// Texel buffers: the command line gives the format of a uniform one, and the shader that of storage ones.
// Components that a format does not have are 0, except for alpha, which is 1.
//
// RUN: spirv-run %s --strict --format-of 0.0=rg8 --buffer 0.0=uint8x2:0,255,51,0,255,102,0,0 --buffer 0.1=uint32:0,0x3FF,0xC0000000,0x7FF00C00 --buffer 0.2=int16x2:1,-2,3,-4,5,-6,7,-8 --buffer 0.3=undef(64) --buffer 0.4=undef(64) --buffer 0.5=undef(64) --dump 0.2 --dump 0.3 --dump 0.4 --dump 0.5 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.2: int16x2[4] = (-1 -2) (-3 -4) (-5 -6) (-7 -8)
// CHECK: 0.3: float32x4[4] = (0 1 0 1) (0.2 0 0 1) (1 0.4 0 1) (0 0 0 1)
// CHECK: 0.4: float32x4[4] = (0 0 0 0) (1 0 0 0) (0 0 0 1) (0 0.0029325513 1 0.33333334)
// CHECK: 0.5: int32x4[4] = (1 -2 0 1) (3 -4 0 1) (5 -6 0 1) (7 -8 0 1)

#version 450

layout(local_size_x = 4) in;

layout(set = 0, binding = 0) uniform samplerBuffer fetched;
layout(set = 0, binding = 1, rgb10_a2) uniform readonly imageBuffer packed_texels;
layout(set = 0, binding = 2, rg16i) uniform iimageBuffer integers;
layout(set = 0, binding = 3, rgba32f) uniform writeonly imageBuffer first;
layout(set = 0, binding = 4, rgba32f) uniform writeonly imageBuffer second;
layout(set = 0, binding = 5, rgba32i) uniform writeonly iimageBuffer third;

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    imageStore(first, i, texelFetch(fetched, i));
    imageStore(second, i, imageLoad(packed_texels, i));
    const ivec4 integer = imageLoad(integers, i);
    imageStore(third, i, integer);
    imageStore(integers, i, ivec4(-abs(integer.x), integer.y, 9, 9));
}
