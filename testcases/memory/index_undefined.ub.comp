// An undefined index, for a load and for a store. Copying it is permitted.
// COVERS: OpAccessChain.index-undefined
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:3,undef,1,2 --buffer 0.1=uint32:10,11,12,13 --buffer '0.2=zero(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --buffer 0.0=uint32:3,0,1,2 --buffer 0.1=uint32:10,11,12,13 --buffer '0.2=zero(16)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// VALUES: 0.0: uint32[4] = 13 undef 11 12
// REPORT: undefined-behavior: an index has an undefined value{{.*}} [OpAccessChain.index-undefined]
// REPORT: scattered[k] = i;
// REPORT: lane 1 of subgroup 0
// REPORT-NEXT: {{^}}  Indexes (k): %[[#]] = undefined{{$}}
// REPORT: undefined-behavior: an index has an undefined value{{.*}} [OpAccessChain.index-undefined]
// REPORT: index[i] = gathered[k];
// REPORT: lane 1 of subgroup 0
// REPORT: 2 undefined-behavior,
// FINE: 0.0: uint32[4] = 13 10 11 12
// FINE: 0.2: uint32[4] = 1 2 3 0

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) buffer Indices
{
    uint index[];
};

layout(std430, set = 0, binding = 1) readonly buffer Gathered
{
    uint gathered[];
};

layout(std430, set = 0, binding = 2) buffer Scattered
{
    uint scattered[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint k = index[i];
    scattered[k] = i;
    index[i] = gathered[k];
}
