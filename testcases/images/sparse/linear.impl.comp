// Linear filtering accesses the texels around the place. At the center of a texel, implementations may or may not access those
// with weight 0, so the code is implementation-dependent if one of them has no memory.
//
// RUN: spirv-run %s --device-limits residencyNonResidentStrict=1 --image '0.0=r32f:4x1,unbound(x=3):float32:1,2,3,4' --sampler 0.0=linear,clamp_to_edge --buffer '0.1=undef(16)' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[4] = 1 1? 0 1

#version 450
#extension GL_ARB_sparse_texture2 : require

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Resident { uint resident[4]; };

void main()
{
    vec4 texel;
    const float places[4] = float[](0.25, 0.625, 0.75, 0.375);
    for (int i = 0; i < 4; ++i)
        resident[i] = sparseTexelsResidentARB(sparseTextureLodARB(image, vec2(places[i], 0.5), 0, texel)) ? 1 : 0;
}
