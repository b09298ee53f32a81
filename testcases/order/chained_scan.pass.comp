// Each workgroup waits for the prefix of the one before it: by its ticket, or by its number. Every order of the atomics gives the
// same prefixes, so they have no marks.
//
// RUN: spirv-run %s --strict --groups 6 --buffer '0.0=zero(24)' --buffer '0.1=undef(24)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict -D BY_NUMBER --groups 6 --buffer '0.0=zero(24)' --buffer '0.1=undef(24)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 1 --groups 6 --buffer '0.0=zero(24)' --buffer '0.1=undef(24)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --strict --subgroup-size 128 --groups 6 --buffer '0.0=zero(24)' --buffer '0.1=undef(24)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s
// CHECK: {{^}}0.1: uint32[6] = 6 28 66 120 190 276{{$}}
// CHECK-NOT: {{.}}
//
// Other schedules have the same values, and report that workgroups wait for others.
// RUN: spirv-run %s --seed 7 --groups 6 --buffer '0.0=zero(24)' --buffer '0.1=undef(24)' --buffer '0.2=zero(4)' --dump 0.1 | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[6] = 6 28 66 120 190 276{{$}}
//
// RUN: spirv-run %s --strict --groups 500 --buffer '0.0=zero(2000)' --buffer '0.1=undef(2000)' --buffer '0.2=zero(4)' --dump 0.2 | FileCheck %s --check-prefix=MANY
// MANY: {{^}}0.2: uint32[1] = 500{{$}}
// MANY-NOT: {{.}}
//
// What a proof keeps for each workgroup must not grow with their number.
// RUN: spirv-run %s -D BY_NUMBER --groups 4096 --buffer '0.0=zero(16384)' --buffer '0.1=undef(16384)' --buffer '0.2=zero(4)' --dump 0.1 > %t
// RUN: FileCheck %s --check-prefix=MANY-MORE < %t
// MANY-MORE-NOT: ?
// MANY-MORE: 4088: {{.*}} 134209536{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Flags { uint flags[]; };
layout(std430, set = 0, binding = 1) coherent buffer Prefixes { uint prefixes[]; };
layout(std430, set = 0, binding = 2) buffer Counter { uint next; };
shared uint tile, sum;

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    const bool leads = gl_LocalInvocationIndex == 0;
    if (leads) {
#ifdef BY_NUMBER
        tile = gl_WorkGroupID.x;
        atomicAdd(next, 1);
#else
        tile = atomicAdd(next, 1);
#endif
        sum = 0;
    }
    barrier();
    atomicAdd(sum, 4 * tile + gl_LocalInvocationIndex);
    barrier();
    if (!leads) return;
    uint before = 0;
    if (tile > 0) {
        while (atomicLoad(flags[tile - 1], gl_ScopeDevice, buffers, gl_SemanticsAcquire) == 0) {}
        before = prefixes[tile - 1];
    }
    prefixes[tile] = before + sum;
    atomicStore(flags[tile], 1u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
