// A specialization constant that is computed by a division by 0: undefined behavior if executed code uses it.
// COVERS: OpUDiv.operand-2-zero
//
// RUN: expect-status 3 spirv-run %s -DUSE=size --spec 0=0 --buffer '0.0=undef(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.0: uint32[4] = undef undef undef undef
// REPORT: specialization.ub.comp: %size = OpSpecConstantOp: undefined-behavior: division by zero: Operand 2 is 0: the result is used by OpStore {{.*}} at {{.*}}specialization.ub.comp:[[# @LINE + 42]] [OpUDiv.operand-2-zero]
// REPORT: OpSpecConstantOp
// REPORT: 1 undefined-behavior, 1 undefined-output
// RUN: spirv-run %s -DUSE=size --strict --spec 0=4 --buffer '0.0=undef(16)' --dump 0.0 | FileCheck %s --check-prefix=FINE
// FINE: 0.0: uint32[4] = 25 25 25 25
// Code also uses the constant through constants that are computed from it; the first operation is reported.
// RUN: expect-status 3 spirv-run %s -DUSE='size+1' --spec 0=0 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: undefined-behavior: division by zero: Operand 2 is 0{{.*}} [OpUDiv.operand-2-zero]
// SUM: 1 undefined-behavior, 1 undefined-output
//
// A guard: the operand that it selects matters, and not the other one.
// RUN: spirv-run %s -DUSE='parts!=0?size:64' --strict --spec 0=0 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=GUARDED --implicit-check-not=undefined
// GUARDED: 0.0: uint32[4] = 64 64 64 64
// RUN: spirv-run %s -DUSE='parts!=0?size:64' --strict --spec 0=4 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// RUN: expect-status 3 spirv-run %s -DUSE='parts==0?size:64' --spec 0=0 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: undefined-behavior: division by zero: Operand 2 is 0{{.*}} [OpUDiv.operand-2-zero]
// RUN: spirv-run %s -DUSE='uint(parts!=0&&size>1)' --strict --spec 0=0 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=LOGICAL --implicit-check-not=undefined
// LOGICAL: 0.0: uint32[4] = 0 0 0 0
//
// Code that does not execute does not use the constant, nor does a constant that nothing uses.
// RUN: spirv-run %s -DUSE='7' --strict --spec 0=0 --buffer '0.0=undef(16)' 2>&1 | FileCheck %s --check-prefix=UNUSED --implicit-check-not=undefined
// UNUSED: 0.0: uint32[4] = 7 7 7 7
// RUN: spirv-run %s -DUSE='number' -DNUMBER --strict --spec 0=0 --buffer '0.0=uint32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=SKIPPED --implicit-check-not=undefined
// SKIPPED: 0.0: uint32[4] = 1 2 3 4
// RUN: expect-status 3 spirv-run %s -DUSE='number' -DNUMBER --spec 0=0 --buffer '0.0=uint32:1,0,3,0' 2>&1 | FileCheck %s --check-prefix=SOME
// SOME: 0.0: uint32[4] = 1 undef 3 undef
// SOME: lanes 1,3 of subgroup 0

#version 450

layout(local_size_x = 4) in;
layout(constant_id = 0) const uint parts = 5;
const uint size = 100 / parts;
layout(std430, set = 0, binding = 0) buffer Result { uint result[]; };

void main()
{
    uint number = 0;
#ifdef NUMBER
    number = result[gl_LocalInvocationIndex];
    if (number == 0) number = size;
#endif
    result[gl_LocalInvocationIndex] = USE;
}
