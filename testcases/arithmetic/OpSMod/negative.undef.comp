// Without maintenance8, Vulkan defines OpSMod only for operands that are not negative. Core SPIR-V defines it for all.
// COVERS: OpSMod.operand-negative
//
// RUN: spirv-run %s --target-env vulkan1.3 --buffer 0.0=int32:-7,7,7,0 --buffer 0.1=int32:2,-2,2,3 --buffer '0.2=undef(16)' --dump 0.2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.2: int32[4] = undef undef 1 0
// REPORT: undefined-value: an operand is negative; Vulkan defines the result only with maintenance8 (--features maintenance8) [OpSMod.operand-negative]
// REPORT: lanes 0-1 of subgroup 0
// RUN: spirv-run %s --target-env vulkan1.3 --strict --buffer 0.0=int32:7,7,7,0 --buffer 0.1=int32:2,2,2,3 --buffer '0.2=undef(16)'
// RUN: spirv-run %s --target-env spv1.6 --strict --buffer 0.0=int32:-7,7,7,0 --buffer 0.1=int32:2,-2,2,3 --buffer '0.2=undef(16)' --dump 0.2 | FileCheck %s --check-prefix=SIGNED
// SIGNED: 0.2: int32[4] = 1 -1 1 0

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Number { int number[]; };
layout(std430, set = 0, binding = 1) readonly buffer Divisor { int divisor[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Result { int result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = number[i] % divisor[i];
}
