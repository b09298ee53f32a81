// MinLod is a lower bound of the level of detail, after the biases are added. If it is greater than the greatest level of detail of the sampler, the
// level is undefined.
// COVERS: image.min-lod-too-large
//
// RUN: spirv-run %s --strict --image '0.0=r32f:2x2,levels=2:float32:10,10,10,10,20' --sampler 0.0=nearest,bias=-1 --buffer 0.1=float32:0,1 --buffer '0.2=undef(8)' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// RUN: spirv-run %s --strict --image '0.0=r32f:2x2,levels=2:float32:10,10,10,10,20' --sampler 0.0=nearest,min_lod=1 --buffer 0.1=float32:0,1 --buffer '0.2=undef(8)' 2>&1 | FileCheck %s --check-prefix=SAMPLER --implicit-check-not=undef
// RUN: expect-status 0 spirv-run %s --image '0.0=r32f:2x2,levels=2:float32:10,10,10,10,20' --sampler 0.0=nearest,max_lod=0.5 --buffer 0.1=float32:0,1 --buffer '0.2=undef(8)' 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// TWIN: 0.2: float32[2] = 10 20
// SAMPLER: 0.2: float32[2] = 20 20
// UNDEFINED: 0.2: float32[2] = 10 undef
// UNDEFINED: undefined-value: MinLod is greater than the greatest level of detail of the sampler{{.*}} [image.min-lod-too-large]

#version 450
#extension GL_ARB_sparse_texture_clamp : require

layout(local_size_x = 2) in;

layout(set = 0, binding = 0) uniform sampler2D image;

layout(std430, set = 0, binding = 1) readonly buffer Bounds
{
    float least[];
};

layout(std430, set = 0, binding = 2) buffer Results
{
    float result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = textureGradClampARB(image, vec2(0.25), vec2(0), vec2(0), least[i]).x;
}
