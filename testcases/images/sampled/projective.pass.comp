// Projective coordinates and comparisons, with explicit and implicit level of detail: the coordinate and the
// reference are divided by the last component.
// OpImageSampleProjExplicitLod OpImageSampleProjDrefExplicitLod OpImageSampleDrefImplicitLod OpImageSampleProjImplicitLod
// OpImageSampleProjDrefImplicitLod OpSampledImage
//
// RUN: spirv-run %s --strict --image '0.0=r32f:2x2:float32:1,2,3,4' --sampler 0.0=nearest,clamp_to_edge --image '0.1=r32f:2x2:float32:0.25,0.5,0.75,1' --sampler 0.1=nearest,clamp_to_edge,compare=less --buffer '0.2=undef(96)' | FileCheck %s --implicit-check-not=undef
// CHECK: 0.2: float32[24] = 2 1 0 1 2 0 2 1 0 1 2 0 2 1 0 1 2 0 2 1 0 1 2 0

#version 450
#extension GL_NV_compute_shader_derivatives : require

layout(local_size_x = 4) in;
layout(derivative_group_linearNV) in;

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform sampler2DShadow depth;

layout(std430, set = 0, binding = 2) buffer Results
{
    float result[24];
};

void main()
{
    const uint i = 6 * gl_LocalInvocationIndex;
    const vec3 place = vec3(3, 1, 4);
    result[i] = textureProjLod(image, place, 0).x;
    result[i + 1] = textureProjLod(depth, vec4(3, 1, 1.6, 4), 0);
    result[i + 2] = textureProj(depth, vec4(3, 1, 2.4, 4));
    result[i + 3] = texture(depth, vec3(0.75, 0.75, 0.8));
    result[i + 4] = textureProj(image, place).x;
    result[i + 5] = texture(depth, vec3(0.75, 0.75, 1.0));
}
