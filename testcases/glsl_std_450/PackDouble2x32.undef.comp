// The bits of an infinity or a NaN give an unspecified double. The bits of the largest double and of a denormal are preserved.
// COVERS: GLSL.std.450.PackDouble2x32.not-finite
//
// RUN: spirv-run %s --buffer 0.0=uint32:0,0x7ff00000,1,0x7ff80000,0xffffffff,0x7fefffff,1,0 --buffer '0.1=undef(32)' --dump 0.1:float64 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float64[4] = undef undef 1.7976931348623157e+308 {{(4.9[0-9]*|5)}}e-324
// REPORT: undefined-value: the bits are those of an infinity or a NaN [GLSL.std.450.PackDouble2x32.not-finite]
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 1 undefined-value, 1 undefined-output
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=uint32:0,0x7fe00000,1,0x7fe80000,0xffffffff,0x7fefffff,1,0 --buffer '0.1=undef(32)'

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Bits
{
    uvec2 bits[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Result
{
    double result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = packDouble2x32(bits[i]);
}
