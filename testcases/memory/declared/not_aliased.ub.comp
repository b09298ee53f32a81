// Two blocks without Aliased share memory (or a binding), and one writes where the other one reads: undefined behavior.
// It is permitted if each accesses its own part of the memory, if nothing is written, or if both are Aliased.
// COVERS: memory.not-aliased
//
// RUN: expect-status 3 spirv-run %s --memory memory=uint32:1,2,3,4 --buffer '0.0=memory(memory)' --buffer '0.1=memory(memory)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --memory memory=uint32:1,2,3,4 --buffer '0.0=memory(memory,8)' --buffer '0.1=memory(memory+8)' 2>&1 | FileCheck %s --check-prefix=PARTS --implicit-check-not=undef
// RUN: spirv-run %s --strict --memory memory=uint32:1,2,3,4 --buffer '0.0=memory(memory)' --buffer '0.1=uint32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=undef
// RUN: spirv-run %s --strict -DALIASED='spirv_decorate(20)' --memory memory=uint32:1,2,3,4 --buffer '0.0=memory(memory)' --buffer '0.1=memory(memory)' 2>&1 | FileCheck %s --check-prefix=VALUES --implicit-check-not=undef
// RUN: expect-status 3 spirv-run %s -DSECOND=0 --buffer 0.0=uint32:1,2,3,4 2>&1 | FileCheck %s --check-prefix=REPORT
// VALUES: 0.0: uint32[4] = 2 3 3 4
// REPORT: undefined-behavior: two variables that are not both decorated Aliased access the same memory, and at least one access writes it: {{.*}} and {{.*}} both access '{{to|from}}[0]' of buffer 0.0 (bytes 0..3) [memory.not-aliased]
// REPORT: to[i] = from[i] + 1
// REPORT: lanes 0-1 of subgroup 0
// REPORT: 1 undefined-behavior (kinds
// PARTS: 0.0: uint32[2] = 4 5
// APART: 0.0: uint32[4] = 2 3 3 4

#version 450
#extension GL_EXT_spirv_intrinsics : require

#ifndef ALIASED
#define ALIASED
#endif

#ifndef SECOND
#define SECOND 1
#endif

layout(local_size_x = 2) in;

ALIASED layout(std430, set = 0, binding = 0) writeonly buffer To
{
    uint to[];
};

ALIASED layout(std430, set = 0, binding = SECOND) readonly buffer From
{
    uint from[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    to[i] = from[i] + 1;
}
