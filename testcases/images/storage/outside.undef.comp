// Texels outside an image: reads are undefined, and writes are discarded. With robust image access, reads give zeros. The permitted
// run stays inside.
// COVERS: image.read-outside image.write-discarded
//
// RUN: expect-status 0 spirv-run %s --image 0.0=rg32ui:2x2:uint32x2:1,2,3,4,5,6,7,8 --buffer 0.1=int32x2:0,0,1,1,2,1,0,-1 --buffer 0.2=undef(64) --dump 0.0:uint32x2 --dump 0.2:uint32 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not=undefined-behavior < %t.err
// RUN: spirv-run %s --strict -DREADS_ONLY --image 0.0=rg32ui:2x2:uint32x2:1,2,3,4,5,6,7,8 --buffer 0.1=int32x2:0,0,1,1,0,1,1,0 --buffer 0.2=undef(64) --dump 0.0:uint32x2 --dump 0.2:uint32 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// RUN: expect-status 0 spirv-run %s -DREADS_ONLY --image 0.0=rg32ui:2x2:uint32x2:1,2,3,4,5,6,7,8 --buffer 0.1=int32x2:0,0,1,1,2,1,0,-1 --buffer 0.2=undef(64) --dump 0.0:uint32x2 --dump 0.2:uint32 2>&1 | FileCheck %s --check-prefix=READS
// RUN: spirv-run %s --strict --robust-image-access --image 0.0=rg32ui:2x2:uint32x2:1,2,3,4,5,6,7,8 --buffer 0.1=int32x2:0,0,1,1,2,1,0,-1 --buffer 0.2=undef(64) --dump 0.0:uint32x2 --dump 0.2:uint32 2>&1 | FileCheck %s --check-prefix=ROBUST --implicit-check-not=undef
// VALUES: 0.0: uint32x2[4] = (11 12) (3 4) (5 6) (17 18)
// VALUES: 0.2: uint32[16] = 1 2 0 1 7 8 0 1 undef undef 0 1 undef undef 0 1
// REPORT-DAG: undefined-value: the texel that is read is outside the image: coordinate (2, 1) of 2 x 2 texels [image.read-outside]
// REPORT-DAG: note: the texel that is written is outside the image, so the write is discarded: coordinate (2, 1) of 2 x 2 texels [image.write-discarded]
// TWIN: 0.2: uint32[16] = 1 2 0 1 7 8 0 1 5 6 0 1 3 4 0 1
// READS: [image.read-outside]
// ROBUST: 0.0: uint32x2[4] = (11 12) (3 4) (5 6) (17 18)
// ROBUST: 0.2: uint32[16] = 1 2 0 1 7 8 0 1 0 0 0 1 0 0 0 1

#version 450

layout(local_size_x = 4) in;

layout(set = 0, binding = 0, rg32ui) uniform uimage2D image;

layout(std430, set = 0, binding = 1) readonly buffer Choices
{
    ivec2 choice[];
};

layout(std430, set = 0, binding = 2) buffer Results
{
    uvec4 result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uvec4 found = imageLoad(image, choice[i]);
    result[i] = found;
#ifndef READS_ONLY
    imageStore(image, choice[i], found + 10u);
#endif
}
