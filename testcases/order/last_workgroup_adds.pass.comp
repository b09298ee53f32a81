// The workgroup that finishes last adds what all of them stored, and resets the counter. Any of them may be the last, and
// the result is the same: only what depends on which one it is has a mark.
//
// RUN: spirv-run %s --strict --groups 5 --buffer '0.0=zero(4)' --buffer '0.1=zero(20)' --buffer '0.2=zero(8)' --dump 0.0 --dump 0.2 | FileCheck %s
// RUN: spirv-run %s --strict --groups 5 --subgroup-size 1 --seed 3 --buffer '0.0=zero(4)' --buffer '0.1=zero(20)' --buffer '0.2=zero(8)' --dump 0.0 --dump 0.2 | FileCheck %s
// RUN: spirv-run %s --strict --groups 5 --subgroup-size 128 --buffer '0.0=zero(4)' --buffer '0.1=zero(20)' --buffer '0.2=zero(8)' --dump 0.0 --dump 0.2 | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 0{{$}}
// CHECK: {{^}}0.2: uint32[2] = 190 0{{$}}
// CHECK-NOT: {{.}}
//
// RUN: spirv-run %s --strict --groups 2000 --buffer '0.0=zero(4)' --buffer '0.1=zero(8000)' --buffer '0.2=zero(8)' --dump 0.2 | FileCheck %s --check-prefix=MANY
// MANY: {{^}}0.2: uint32[2] = 31996000 0{{$}}
// MANY-NOT: {{.}}
//
// RUN: spirv-run %s -D WHICH --groups 5 --buffer '0.0=zero(4)' --buffer '0.1=zero(20)' --buffer '0.2=zero(8)' --dump 0.2 | FileCheck %s --check-prefix=WHICH
// WHICH: {{^}}0.2: uint32[2] = 190 {{[0-4]}}?{{$}}
//
// The last one has its own part in a register, and adds that of others. The sum does not depend on which one it is, but
// that is not known.
// RUN: spirv-run %s -D OWN --groups 5 --buffer '0.0=zero(4)' --buffer '0.1=zero(20)' --buffer '0.2=zero(8)' --dump 0.2 | FileCheck %s --check-prefix=REGISTER
// REGISTER: {{^}}0.2: uint32[2] = 190? 0{{$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint finished; };
layout(std430, set = 0, binding = 1) coherent buffer Parts { uint parts[]; };
layout(std430, set = 0, binding = 2) buffer Result { uint total, who; };
shared uint sum;
shared bool is_last;

void main()
{
    const bool leads = gl_LocalInvocationIndex == 0;
    if (leads) sum = 0;
    barrier();
    atomicAdd(sum, gl_GlobalInvocationID.x);
    barrier();
    if (leads) {
        parts[gl_WorkGroupID.x] = sum;
        is_last = atomicAdd(finished, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease) == gl_NumWorkGroups.x - 1;
    }
    barrier();
    if (!is_last || !leads) return;
    uint all = 0;
    for (uint i = 0; i < gl_NumWorkGroups.x; ++i) {
#ifdef OWN
        all += i == gl_WorkGroupID.x ? sum : parts[i];
#else
        all += parts[i];
#endif
    }
    total = all;
#ifdef WHICH
    who = gl_WorkGroupID.x;
#endif
    atomicExchange(finished, 0);
}
