// A 16-bit float format may round in either direction, because the rounding mode is not defined. Numbers that the format has are exact, also denormals.
// COVERS: OpImageWrite.half-rounded
//
// RUN: expect-status 0 spirv-run %s --image 0.0=rgba16f:1 --buffer 0.1=float32:0.1,70000,1,0.5 2>&1 | FileCheck %s
// CHECK: 0.0: float16x4[1] = (0.1? inf? 1 0.5)
// CHECK: implementation-dependent: the value is not representable as a 16-bit float, and its rounding is not specified [OpImageWrite.half-rounded]
// RUN: spirv-run %s --strict --image 0.0=rgba16f:1 --buffer 0.1=float32:0.5,-65504,5.9604645e-8,-0 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not='?'
// TWIN: 0.0: float16x4[1] = (0.5 -65504 6e-08 -0)

#version 450

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, rgba16f) uniform writeonly image1D halves;

layout(std430, set = 0, binding = 1) readonly buffer Floats
{
    vec4 floats;
};

void main()
{
    imageStore(halves, 0, floats);
}
