// A selection inside a selection that only some lanes entered. Two tangles reach the inner merge block, and
// nothing guarantees that they reconverge, because control flow was not uniform at the inner header. The whole
// workgroup entered the outer selection together and reaches its merge block, so the sum after it is certain.
// COVERS: tangled-instruction.membership-not-guaranteed
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --strict > %t.out 2> %t.err
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=zero(64)' --reconvergence minimal | FileCheck %s --check-prefix=MINIMAL
// RUN: spirv-run %s -D MAXIMAL --subgroup-size 8 --buffer '0.0=zero(64)' 2>&1 | FileCheck %s --check-prefix=MAXIMAL --implicit-check-not=unguaranteed
// VALUES: 0.0: uint32[16] = 9? 9? 9? 9? 9? 9? 0 0 8 8 8 8 8 8 8 8
// MAXIMAL: 0.0: uint32[16] = 9 9 9 9 9 9 0 0 8 8 8 8 8 8 8 8
// MINIMAL: 0.0: uint32[16] = 6 3 6 3 6 3 0 0 8 8 8 8 8 8 8 8
// REPORT: nested_if.impl.comp:[[# @LINE + 28]]:{{.*}} implementation-dependent: which invocations execute this instruction together depends on reconvergence that is not guaranteed [tangled-instruction.membership-not-guaranteed]
// REPORT: OpGroupNonUniformIAdd
// REPORT: lanes 0-5 of subgroup 0, workgroup (0,0,0)
// REPORT: nested_if.impl.comp:[[# @LINE + 23]]:{{.*}} the lanes reconverged at merge block {{.*}} of the construct with this header: OpSelectionMerge
// REPORT: help: request maximal reconvergence (MaximallyReconvergesKHR; {{.*}} in GLSL), or execute the instruction before the lanes diverge
// REPORT: (kinds: {{.*}}unguaranteed-reconvergence)

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#define MODE [[maximally_reconverges]]
#else
#define MODE
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint sums[8]; uint lanes[8]; };

void main() MODE
{
    const uint i = gl_LocalInvocationIndex;
    if (i < 6)
    {
        uint weight = 1;
        if (i % 2 == 0)
            weight = 2;
        sums[i] = subgroupAdd(weight);
    }
    lanes[i] = subgroupAdd(1u);
}
