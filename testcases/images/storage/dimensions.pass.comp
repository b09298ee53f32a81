// Storage images of every dimensionality, with layers and with samples: sizes, and a texel that is read and written.
//
// RUN: spirv-run %s --strict --image '0.0=r32ui:5:uint32:iota(5)' --image '0.1=r32ui:3,layers=2:uint32:iota(6)' --image '0.2=r32ui:3x2:uint32:iota(6)' --image '0.3=r32ui:2x2,layers=2:uint32:iota(8)' --image '0.4=r32ui:2x2x2:uint32:iota(8)' --image '0.5=r32ui:2x2,layers=6:uint32:iota(24)' --image '0.6=r32ui:1x1,layers=12:uint32:iota(12)' --image '0.7=r32ui:2x2,samples=4:uint32:iota(16)' --buffer '0.8=undef(112)' > %t.out
// RUN: FileCheck %s --implicit-check-not=undef < %t.out
// CHECK: 0.0: uint32[5] = 0 1 2 3 104
// CHECK: 0.1: uint32[6] = 0 1 2 3 4 105
// CHECK: 0.2: uint32[6] = 0 1 2 3 4 105
// CHECK: 0.3: uint32[8] = 0 1 2 3 4 5 6 107
// CHECK: 0.4: uint32[8] = 0 1 2 3 4 5 6 107
// CHECK: 0.5: uint32[24] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 123
// CHECK: 0.6: uint32[12] = 0 1 2 3 4 5 6 7 8 9 10 111
// CHECK: 0.7: uint32[16] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 114 15
// CHECK: 0.8: int32[28] = 5 4 3 2 5 3 2 5 2 2 2 7 2 2 2 7 2 2 23 1 1 2 11 2 2 4 14 0

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, r32ui) uniform uimage1D line;
layout(set = 0, binding = 1, r32ui) uniform uimage1DArray lines;
layout(set = 0, binding = 2, r32ui) uniform uimage2D plane;
layout(set = 0, binding = 3, r32ui) uniform uimage2DArray planes;
layout(set = 0, binding = 4, r32ui) uniform uimage3D volume;
layout(set = 0, binding = 5, r32ui) uniform uimageCube cube;
layout(set = 0, binding = 6, r32ui) uniform uimageCubeArray cubes;
layout(set = 0, binding = 7, r32ui) uniform uimage2DMS samples;

layout(std430, set = 0, binding = 8) buffer Results
{
    int result[28];
};

int next = 0;

void add(int value)
{
    result[next++] = value;
}

#define ADD(image, at)                                  \
    {                                                   \
        const uint found = imageLoad(image, at).x;      \
        add(int(found));                                \
        imageStore(image, at, uvec4(found + 100u));     \
    }

void main()
{
    add(imageSize(line));
    ADD(line, 4);
    add(imageSize(lines).x);
    add(imageSize(lines).y);
    ADD(lines, ivec2(2, 1));
    add(imageSize(plane).x);
    add(imageSize(plane).y);
    ADD(plane, ivec2(2, 1));
    add(imageSize(planes).x);
    add(imageSize(planes).y);
    add(imageSize(planes).z);
    ADD(planes, ivec3(1, 1, 1));
    add(imageSize(volume).x);
    add(imageSize(volume).y);
    add(imageSize(volume).z);
    ADD(volume, ivec3(1, 1, 1));
    add(imageSize(cube).x);
    add(imageSize(cube).y);
    ADD(cube, ivec3(1, 1, 5));
    add(imageSize(cubes).x);
    add(imageSize(cubes).y);
    add(imageSize(cubes).z);
    ADD(cubes, ivec3(0, 0, 11));
    add(imageSize(samples).x);
    add(imageSize(samples).y);
    add(imageSamples(samples));
    const uint found = imageLoad(samples, ivec2(1, 1), 2).x;
    add(int(found));
    imageStore(samples, ivec2(1, 1), 2, uvec4(found + 100u));
    add(0);
}
