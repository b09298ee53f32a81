// Conversions of a NaN and of numbers out of range to an integer.
// COVERS: OpConvertFToU.not-representable, OpConvertFToS.not-representable
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=float32:3.9,nan,-1.5,1e10 --buffer '0.1=undef(32)' --dump 0.1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.1: uint32[8] = 3 undef undef undef 3 undef 4294967295 undef
// REPORT-DAG: [OpConvertFToU.not-representable]
// REPORT-DAG: [OpConvertFToS.not-representable]
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=float32:3.9,0,0.5,2e9 --buffer '0.1=undef(32)' --dump 0.1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: uint32[8] = 3 0 0 2000000000 3 0 0 2000000000

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    float source[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Target
{
    uint target[8];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    target[i] = uint(source[i]);
    target[4 + i] = uint(int(source[i]));
}
