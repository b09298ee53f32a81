// An undefined divisor may be 0, and an undefined dividend may be the least number. The defined bits of the
// divisor decide: with a bit that is 1, it is not 0.
// COVERS: OpUDiv.operand-undefined OpUMod.operand-undefined OpSDiv.operand-undefined OpSRem.operand-undefined
// COVERS: OpSMod.operand-undefined
//
// RUN: expect-status 3 spirv-run %s -D OPERATION=number/divisor --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=uint32:2,undef,4,undef --buffer '0.2=undef(16)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=UDIV < %t.err
// VALUES: 0.2: uint32[4] = 4 undef 2 undef
// UDIV: undefined-behavior: an operand is undefined, so the division may be by 0 or may overflow [OpUDiv.operand-undefined]
// UDIV: lanes 1,3 of subgroup 0
// RUN: expect-status 3 spirv-run %s -D OPERATION=number%%divisor --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=uint32:2,undef,4,undef --buffer '0.2=undef(16)' 2>&1 | FileCheck %s --check-prefix=UMOD
// UMOD: [OpUMod.operand-undefined]
// RUN: expect-status 3 spirv-run %s -D OPERATION=int(number)/int(divisor) --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=uint32:2,undef,4,undef --buffer '0.2=undef(16)' 2>&1 | FileCheck %s --check-prefix=SDIV
// SDIV: [OpSDiv.operand-undefined]
// RUN: expect-status 3 spirv-run %s -D OPERATION=int(number)%%int(divisor) --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=uint32:2,undef,4,undef --buffer '0.2=undef(16)' 2>&1 | FileCheck %s --check-prefix=SMOD
// SMOD: [OpSMod.operand-undefined]
//
// An undefined number divided by -1 may overflow; divided by 0, it is a division by 0. Other divisors only give an undefined result.
// RUN: expect-status 3 spirv-run %s -D OPERATION=int(number)/int(divisor) --buffer 0.0=uint32:undef,undef,undef,1 --buffer 0.1=int32:-1,0,2,-1 --buffer '0.2=undef(16)' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: [OpSDiv.operand-2-zero]
// NUMBER: lane 1 of subgroup 0
// NUMBER: [OpSDiv.operand-undefined]
// NUMBER: lane 0 of subgroup 0
//
// RUN: spirv-run %s -D 'OPERATION=number/(divisor|1u)' --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=uint32:2,undef,4,undef --buffer '0.2=undef(16)' --dump 0.2 2>&1 | FileCheck %s --check-prefix=ODD --implicit-check-not=operand-undefined
// ODD: 0.2: uint32[4] = 2 undef 1 undef
// RUN: spirv-run %s -D OPERATION=int(number)/int(divisor) --buffer 0.0=uint32:undef,8,8,8 --buffer 0.1=int32:2,2,4,-1 --buffer '0.2=undef(16)' 2>&1 | FileCheck %s --check-prefix=DEFINED --implicit-check-not=operand-undefined
// DEFINED: undefined-output
// RUN: spirv-run %s -D OPERATION=int(number)/int(divisor) --buffer 0.0=uint32:8,8,8,8 --buffer 0.1=int32:2,2,4,-1 --buffer '0.2=undef(16)' --strict

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[4]; };
layout(std430, set = 0, binding = 1) readonly buffer Divisors { uint divisors[4]; };
layout(std430, set = 0, binding = 2) writeonly buffer Result { uint result[4]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint number = numbers[i], divisor = divisors[i];
    result[i] = uint(OPERATION);
}
