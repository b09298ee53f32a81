// A ballot that relies on reconvergence is the first instruction that needs the constant 0, for the words
// without bits of invocations. Those words remain certain.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(128)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.0: uint32[32] =
// CHECK-NEXT: 0: 255? 255? 255? 255? 255? 255? 255? 255? 0 0 0 0 0 0 0 0
// CHECK-NEXT: 16: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// REPORT-COUNT-1: [tangled-instruction.membership-not-guaranteed]
// REPORT-NOT: [tangled-instruction.membership-not-guaranteed]

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[4][8]; };

bool is_any(uint i)
{
    if (i < 4)
        return true;
    return i < 8;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uvec4 ballot = subgroupBallot(is_any(i));
    results[0][i] = ballot.x;
    results[1][i] = ballot.y;
    results[2][i] = ballot.w;
    results[3][i] = 0;
}
