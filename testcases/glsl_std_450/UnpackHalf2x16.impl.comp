// Each subnormal half may become 0, independently of the other. The smallest normal half and zeros have one result.
// COVERS: GLSL.std.450.UnpackHalf2x16.subnormal
//
// RUN: spirv-run %s --buffer 0.0=uint32:0x3c000001,0x400083ff,0x04008000 --buffer '0.1=undef(24)' --dump 0.1:float32 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float32[6] = {{(5.96[0-9]*e-08|0)\?}} 1 {{(-6.097[0-9]*e-05|-?0)\?}} 2 -0 6.10351{{[0-9]*}}e-05
// REPORT: implementation-dependent: a component is subnormal; it may be preserved or flushed to zero [GLSL.std.450.UnpackHalf2x16.subnormal]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 2 implementation-dependent
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=uint32:0x3c000400,0x40008400,0x04008000 --buffer '0.1=undef(24)' --dump 0.1:float32

#version 450

layout(local_size_x = 3) in;

layout(std430, set = 0, binding = 0) readonly buffer Halves
{
    uint halves[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    vec2 result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = unpackHalf2x16(halves[i]);
}
