// A specialization constant that is computed by a division by 0: found when the module is specialized, whoever uses it.
// COVERS: OpUDiv.operand-2-zero
//
// RUN: expect-status 3 spirv-run %s --spec 0=0 --buffer '0.0=undef(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT: undefined-behavior: Operand 2 is 0 [OpUDiv.operand-2-zero]
// REPORT: OpSpecConstantOp
// RUN: spirv-run %s --strict --spec 0=4 --buffer '0.0=undef(16)' --dump 0.0 | FileCheck %s --check-prefix=FINE
// FINE: 0.0: uint32[4] = 25 25 25 25

#version 450

layout(local_size_x = 4) in;
layout(constant_id = 0) const uint parts = 5;
const uint size = 100 / parts;
layout(std430, set = 0, binding = 0) writeonly buffer Result { uint result[]; };

void main()
{
    result[gl_LocalInvocationIndex] = size;
}
