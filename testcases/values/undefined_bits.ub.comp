// Like undefined_bits.pass.comp, but the mask keeps one undefined bit.
// COVERS: OpBranchConditional.condition-undefined
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=undef(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT: undefined-behavior: {{.*}} [OpBranchConditional.condition-undefined]

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint number[4]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[4]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint nothing;
    const uint word = bitfieldInsert(nothing, number[i], 8, 8);  // defined: bits 8 to 15
    result[i] = 5;
    if ((word & 0xFF80u) < 0x380u) result[i] = 6;
}
