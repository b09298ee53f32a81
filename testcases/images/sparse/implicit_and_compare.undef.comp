// Sparse samples with an implicit level of detail, and with a comparison: OpImageSparseSampleImplicitLod, OpImageSparseSampleDrefImplicitLod,
// OpImageSparseSampleDrefExplicitLod and OpImageSparseDrefGather. The sampler selects the second level, which has
// no memory in its right half. Gathering always reads the first level.
//
// RUN: expect-status 3 spirv-run %s --strict --image '0.0=r32f:4x4,levels=2,unbound(level=1,x=1):float32:iota(20,1)' --sampler 0.0=nearest,clamp_to_edge,min_lod=1 --image '0.1=r32f:4x4,levels=2,unbound(level=1,x=1):float32:fill(16,0.25),fill(4,0.75)' --sampler 0.1=nearest,clamp_to_edge,min_lod=1,compare=less --buffer '0.2=undef(64)' --buffer '0.3=undef(48)' 2>&1 | FileCheck %s
// CHECK: 0.2: uint32[16] = 1 0 1 0 1 0 1 0 1 0 1 0 1 1 1 1
// CHECK: 0.3: float32[12] = 17 undef 19 undef 1 undef 1 undef 1 undef 1 undef

#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_NV_compute_shader_derivatives : require

layout(local_size_x = 2, local_size_y = 2) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform sampler2DShadow depths;
layout(set = 0, binding = 2) buffer Resident { uint resident[16]; };
layout(set = 0, binding = 3) buffer Texels { float texels[12]; };

void main()
{
    const uint i = gl_LocalInvocationID.y * 2 + gl_LocalInvocationID.x;
    const vec2 at = 0.25 + 0.375 * vec2(gl_LocalInvocationID.xy);
    vec4 texel;
    float compared;
    resident[i] = sparseTexelsResidentARB(sparseTextureARB(image, at, texel)) ? 1 : 0;
    texels[i] = texel.x;
    resident[4 + i] = sparseTexelsResidentARB(sparseTextureARB(depths, vec3(at, 0.5), compared)) ? 1 : 0;
    texels[4 + i] = compared;
    resident[8 + i] = sparseTexelsResidentARB(sparseTextureLodARB(depths, vec3(at, 0.5), 0, compared)) ? 1 : 0;
    texels[8 + i] = compared;
    resident[12 + i] = sparseTexelsResidentARB(sparseTextureGatherARB(depths, at, 0.5, texel)) ? 1 : 0;
}
