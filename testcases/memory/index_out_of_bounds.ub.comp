// An index beyond a member array, but inside the buffer, is reported once: at the access chain, and not again at the access.
// COVERS: OpAccessChain.index-out-of-bounds
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=uint32:iota(8)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not='undefined-behavior:' < %t.err
// VALUES: 0.0: uint32[8] = 0 1 2 3 2 3 undef undef
// REPORT: undefined-behavior: an index is out of bounds of its array, matrix or vector: 'first[4]' of buffer 0.0, where 'first' has 4 elements [OpAccessChain.index-out-of-bounds]
// REPORT: lanes 2-3 of subgroup 0
// REPORT-NEXT: {{^}}  Indexes (i + 2): %[[#]] = 4 in lane 2{{$}}
// REPORT: 1 undefined-behavior, 1 undefined-output

#version 450

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint first[4];
    uint rest[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    rest[i] = first[i + 2];
}
