// Which texels of a sparse image have memory is an input: `unbound(...)`. Reads of others are undefined, and residency codes say so.
// A sampler accesses the texels around the place, in the levels that it selects. Without residencyNonResidentStrict,
// the texels are undefined; with it, they are zeros: OpImageSparseFetch, OpImageSparseSampleExplicitLod, OpImageSparseGather and
// OpImageSparseTexelsResident.
// COVERS: image.read-unbound image.sample-unbound
//
// RUN: expect-status 3 spirv-run %s --strict --image '0.0=r32f:4x4,levels=2,unbound(x=2-3,y=0-1,level=0),unbound(level=1):float32:iota(20,1)' --sampler 0.0=nearest,clamp_to_edge --buffer '0.1=undef(48)' --buffer '0.2=undef(32)' 2>&1 | FileCheck %s --check-prefix=UNBOUND
// UNBOUND: 0.1: uint32[12] = 1 0 0 1 1 0 0 1 1 0 1 0
// UNBOUND: 0.2: float32[8] = 1 undef 1 undef 1 undef undef 6
// UNBOUND: undefined-value: {{.*}}no memory is bound to the texel{{.*}}(3, 0) of 4 x 4 texels{{.*}} [image.read-unbound]
// UNBOUND: [image.sample-unbound]
//
// RUN: spirv-run %s --strict --device-limits residencyNonResidentStrict=1 --image '0.0=r32f:4x4,levels=2,unbound(x=2-3,y=0-1,level=0),unbound(level=1):float32:iota(20,1)' --sampler 0.0=nearest,clamp_to_edge --buffer '0.1=undef(48)' --buffer '0.2=undef(32)' 2>&1 | FileCheck %s --check-prefix=STRICT --implicit-check-not=undef
// STRICT: 0.1: uint32[12] = 1 0 0 1 1 0 0 1 1 0 1 0
// STRICT: 0.2: float32[8] = 1 0 1 0 1 0 0 6
//
// The twin: all texels have memory.
// RUN: spirv-run %s --strict --image '0.0=r32f:4x4,levels=2:float32:iota(20,1)' --sampler 0.0=nearest,clamp_to_edge --buffer '0.1=undef(48)' --buffer '0.2=undef(32)' 2>&1 | FileCheck %s --check-prefix=BOUND --implicit-check-not=undef
// BOUND: 0.1: uint32[12] = 1 1 1 1 1 1 1 1 1 1 1 1
// BOUND: 0.2: float32[8] = 1 4 1 4 1 17 4 6

#version 450
#extension GL_ARB_sparse_texture2 : require

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Resident { uint resident[12]; };
layout(set = 0, binding = 2) buffer Texels { float texels[8]; };

void note(uint i, int code) { resident[i] = sparseTexelsResidentARB(code) ? 1 : 0; }

void main()
{
    vec4 texel;
    note(0, sparseTexelFetchARB(image, ivec2(0, 0), 0, texel));
    texels[0] = texel.x;
    note(1, sparseTexelFetchARB(image, ivec2(3, 0), 0, texel));
    texels[1] = texel.x;
    note(2, sparseTexelFetchARB(image, ivec2(1, 1), 1, texel));
    note(3, sparseTextureLodARB(image, vec2(0.125), 0, texel));
    texels[2] = texel.x;
    note(4, sparseTextureLodARB(image, vec2(0.875, 0.875), 0, texel));
    note(5, sparseTextureLodARB(image, vec2(0.875, 0.125), 0, texel));
    texels[3] = texel.x;
    note(6, sparseTextureLodARB(image, vec2(0.25), 1, texel));
    texels[5] = texel.x;
    // Without a derivative group, the level is the first one.
    note(7, sparseTextureARB(image, vec2(0.125), texel));
    texels[4] = texel.x;
    note(8, sparseTextureGatherARB(image, vec2(0.25), texel, 0));
    texels[7] = texel.y;
    note(9, sparseTextureGatherARB(image, vec2(0.5, 0.25), texel, 0));
    // Offsets move the place.
    note(10, sparseTextureLodOffsetARB(image, vec2(0.875, 0.125), 0, ivec2(-3, 0), texel));
    note(11, sparseTextureLodOffsetARB(image, vec2(0.125, 0.125), 0, ivec2(3, 0), texel));
    texels[6] = texel.x;
}
