// The exponent of an infinity and of a NaN is undefined; that of zeros and of the least normal number is defined.
// COVERS: GLSL.std.450.FrexpStruct.x-not-finite
//
// RUN: spirv-run %s --buffer '0.0=uint32:0x7fc00000,0x7f800000,0xff800000;float32:0,-6,0x1p-126' --buffer '0.1=undef(24)' --buffer '0.2=undef(24)' --dump 0.1 --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: float32[6] = {{[^ ]+ [^ ]+ [^ ]+}} 0 -0.75 0.5
// VALUES: 0.2: int32[6] = undef undef undef 0 3 -125
// REPORT: undefined-value: x (x[i]) is an infinity or a NaN [GLSL.std.450.FrexpStruct.x-not-finite]
// REPORT: lanes 0-2 of subgroup 0
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:0,-0,0x1.fffffep127,8,-6,0x1p-126 --buffer '0.1=undef(24)' --buffer '0.2=undef(24)' --dump 0.2 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.2: int32[6] = 0 0 128 4 3 -125

#version 450

layout(local_size_x = 6) in;

layout(std430, set = 0, binding = 0) readonly buffer Numbers
{
    float x[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Significands
{
    float significand[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Exponents
{
    int exponent[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    int e;
    significand[i] = frexp(x[i], e);
    exponent[i] = e;
}
