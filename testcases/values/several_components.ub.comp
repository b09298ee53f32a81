// If components break a rule in different lanes, that is one finding, with all these lanes and one execution.
// COVERS: OpUDiv.operand-2-zero
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32x2:1,0,1,1,0,1,1,1 --buffer '0.1=undef(32)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --strict --buffer 0.0=uint32x2:1,1,1,1,2,1,1,1 --buffer '0.1=undef(32)'
// CHECK: division by zero: Operand 2 (divisor[i]) is 0 [OpUDiv.operand-2-zero]
// CHECK: lanes 0,2 of subgroup 0, workgroup (0,0,0)
// CHECK-NOT: executions in all
// CHECK: 1 undefined-behavior

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Divisor { uvec2 divisor[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uvec2 result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = uvec2(8) / divisor[i];
}
