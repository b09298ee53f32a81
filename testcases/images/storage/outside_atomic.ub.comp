// An atomic on a texel outside an image is undefined behavior. With robust image access, it returns zero and changes nothing.
// COVERS: image.write-outside
//
// RUN: expect-status 3 spirv-run %s --image 0.0=r32ui:4x1:uint32:1,2,3,4 --buffer 0.1=int32:0,4,1,-1 --buffer 0.2=undef(16) > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --image 0.0=r32ui:4x1:uint32:1,2,3,4 --buffer 0.1=int32:0,3,1,2 --buffer 0.2=undef(16) 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// RUN: spirv-run %s --strict --robust-image-access --image 0.0=r32ui:4x1:uint32:1,2,3,4 --buffer 0.1=int32:0,4,1,-1 --buffer 0.2=undef(16) 2>&1 | FileCheck %s --check-prefix=ROBUST --implicit-check-not=undef
// VALUES: 0.0: uint32[4] = 11 12 3 4
// VALUES: 0.2: uint32[4] = 1 undef 2 undef
// REPORT: undefined-behavior: the texel that is written or accessed atomically is outside the image: coordinate (4, 0) of 4 x 1 texels [image.write-outside]
// TWIN: 0.0: uint32[4] = 11 12 13 14
// ROBUST: 0.0: uint32[4] = 11 12 3 4
// ROBUST: 0.2: uint32[4] = 1 0 2 0

#version 450

layout(local_size_x = 4) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2D image;

layout(std430, set = 0, binding = 1) readonly buffer Choices
{
    int choice[];
};

layout(std430, set = 0, binding = 2) buffer Results
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = imageAtomicAdd(image, ivec2(choice[i], 0), 10);
}
