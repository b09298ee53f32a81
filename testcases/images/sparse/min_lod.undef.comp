// A bound of the level of detail that fits the levels with memory: MinLod of a sparse sample.
//
// RUN: expect-status 3 spirv-run %s --strict --image '0.0=r32f:4x4,levels=3,unbound(level=0):float32:iota(21,1)' --sampler 0.0=nearest --buffer '0.1=undef(12)' --buffer '0.2=undef(12)' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[3] = 0 1 1
// CHECK: 0.2: float32[3] = undef 17 21

#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require

layout(local_size_x = 3) in;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Resident { uint resident[3]; };
layout(set = 0, binding = 2) buffer Texels { float texels[3]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    vec4 texel;
    const int code = sparseTextureGradClampARB(image, vec2(0.25), vec2(0), vec2(0), float(i), texel);
    resident[i] = sparseTexelsResidentARB(code) ? 1 : 0;
    texels[i] = texel.x;
}
