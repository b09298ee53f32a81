// The size of a level that the image does not have. The permitted run queries its last level.
// COVERS: OpImageQuerySizeLod.no-such-level
//
// RUN: expect-status 0 spirv-run %s --image '0.0=r8:4,levels=3:zero(7)' --sampler 0.0=nearest --buffer '0.1=int32:3' 2>&1 | FileCheck %s
// RUN: spirv-run %s --strict --image '0.0=r8:4,levels=3:zero(7)' --sampler 0.0=nearest --buffer '0.1=int32:2' 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// CHECK: 0.1: int32[1] = undef
// CHECK: undefined-value: the image has no such level of detail{{.*}} [OpImageQuerySizeLod.no-such-level]
// TWIN: 0.1: int32[1] = 1

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform sampler1D image;

layout(std430, set = 0, binding = 1) buffer Results
{
    int result;
};

void main()
{
    result = textureSize(image, result);
}
