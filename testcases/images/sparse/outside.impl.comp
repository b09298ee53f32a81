// No specification says whether a texel outside the image is resident (OpImageSparseRead).
//
// RUN: spirv-run %s --robust-image-access --image '0.0=r32f:2x1,unbound(x=1):float32:1,2' --buffer '0.1=undef(12)' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[3] = 1 0 1?

#version 450
#extension GL_ARB_sparse_texture2 : require

layout(set = 0, binding = 0, r32f) uniform image2D image;
layout(set = 0, binding = 1) buffer Resident { uint resident[3]; };

void main()
{
    vec4 texel;
    for (int i = 0; i < 3; ++i)
        resident[i] = sparseTexelsResidentARB(sparseImageLoadARB(image, ivec2(i, 0), texel)) ? 1 : 0;
}
