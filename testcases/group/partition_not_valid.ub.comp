// A ballot that is not a valid partition. GL_NV_shader_subgroup_partitioned makes only the result undefined.
// SPIR-V requires a valid partition, so the behavior is undefined.
//
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:3,3,12,4,240,240,240,240' --buffer '0.1=zero(32)' > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.1: uint32[8] = undef undef undef undef undef undef undef undef
// REPORT: undefined-behavior: ballot is not a valid partition of the active invocations in the subgroup; in GLSL, only the result is undefined
// REPORT-SAME: [OpGroupNonUniformIAdd.ballot-not-a-partition]
//
// RUN: spirv-run %s --strict --subgroup-size 8 --buffer '0.0=uint32:3,3,12,12,240,240,240,240' --buffer '0.1=zero(32)' | FileCheck %s --check-prefix=TWIN
// TWIN: 0.1: uint32[8] = 2 2 2 2 4 4 4 4

#version 450
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Ballots { uint ballots[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { uint sums[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    sums[i] = subgroupPartitionedAddNV(1u, uvec4(ballots[i], 0, 0, 0));
}
