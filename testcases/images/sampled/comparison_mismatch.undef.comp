// A comparing sampler in an instruction without a reference, and the reverse. The permitted run uses each as intended.
// COVERS: image.sampler-comparison-mismatch
//
// RUN: expect-status 0 spirv-run %s --image '0.0=r32f:1x1:float32:1' --sampler 0.0=nearest,compare=less --image '0.1=r32f:1x1:float32:1' --sampler 0.1=nearest --buffer '0.2=undef(8)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --strict --image '0.0=r32f:1x1:float32:1' --sampler 0.0=nearest --image '0.1=r32f:1x1:float32:1' --sampler 0.1=nearest,compare=less --buffer '0.2=undef(8)' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// CHECK: 0.2: float32[2] = undef undef
// CHECK: undefined-value: either the sampler or the instruction does a depth comparison, but not both{{.*}} [image.sampler-comparison-mismatch]
// TWIN: 0.2: float32[2] = 1 1

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform sampler2DShadow depth;

layout(std430, set = 0, binding = 2) buffer Results
{
    float result[2];
};

void main()
{
    result[0] = textureLod(image, vec2(0.5), 0).x;
    result[1] = textureLod(depth, vec3(0.5, 0.5, 0.5), 0);
}
