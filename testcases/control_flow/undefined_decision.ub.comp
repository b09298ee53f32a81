// An undefined value decides a branch and a switch. OpSelect may use it, but the result is then undefined.
// COVERS: OpBranchConditional.condition-undefined OpSwitch.selector-undefined
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:0,undef,1,2 --buffer '0.1=zero(48)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --buffer 0.0=uint32:0,0,1,2 --buffer '0.1=zero(48)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// VALUES: 0.1: uint32[12] = 0 {{[^ ]+}} 1 1 8 {{[^ ]+}} 9 7 3 undef 4 4
// REPORT: undefined-behavior: Condition (decision[i] != 0) has an undefined value [OpBranchConditional.condition-undefined]
// REPORT: if (decision[i] != 0)
// REPORT: lane 1 of subgroup 0
// REPORT: undefined-behavior: Selector (decision[i]) has an undefined value [OpSwitch.selector-undefined]
// REPORT: switch (decision[i])
// REPORT: lane 1 of subgroup 0
// REPORT: 2 undefined-behavior, 1 undefined-output
// FINE: 0.1: uint32[12] = 0 0 1 1 8 8 9 7 3 3 4 4

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Decisions
{
    uint decision[];
};

layout(std430, set = 0, binding = 1) buffer Results
{
    uint branched[4];
    uint switched[4];
    uint selected[4];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (decision[i] != 0)
        branched[i] = 1;
    switch (decision[i])
    {
    case 0:
        switched[i] = 8;
        break;
    case 1:
        switched[i] = 9;
        break;
    default:
        switched[i] = 7;
        break;
    }
    selected[i] = mix(3u, 4u, decision[i] != 0);
}
