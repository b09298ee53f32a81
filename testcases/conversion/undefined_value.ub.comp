// An undefined float may be a NaN, or too large for the type of the result.
// COVERS: OpConvertFToU.value-undefined OpConvertFToS.value-undefined
//
// RUN: expect-status 3 spirv-run %s -D INTEGER=uint --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(16)' --dump 0.1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=UNSIGNED < %t.err
// VALUES: 0.1: uint32[4] = 1 undef 3 4
// UNSIGNED: undefined-behavior: Float Value (source[i]) is undefined, so it may be outside the range of Result Type [OpConvertFToU.value-undefined]
// UNSIGNED: lane 1 of subgroup 0
// RUN: expect-status 3 spirv-run %s -D INTEGER=int --buffer 0.0=float32:1,undef,3,4 --buffer '0.1=undef(16)' 2>&1 | FileCheck %s --check-prefix=SIGNED
// SIGNED: [OpConvertFToS.value-undefined]
// RUN: spirv-run %s -D INTEGER=uint --strict --buffer 0.0=float32:1,2,3,4 --buffer '0.1=undef(16)'
// RUN: spirv-run %s -D INTEGER=int --strict --buffer 0.0=float32:1,2,3,4 --buffer '0.1=undef(16)'

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = uint(INTEGER(source[i]));
}
