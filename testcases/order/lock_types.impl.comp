// Under a lock with one writer, members of every width: the values that others find are marked, and the final
// ones are not. A member that no invocation writes remains certain.
//
// RUN: spirv-run %s --groups 3 --subgroup-size 1 --buffer '0.0=zero(4)' --buffer '0.1=zero(48)' --buffer '0.2=zero(144)' --dump 0.1 --dump 0.2 | FileCheck %s
// RUN: spirv-run %s --groups 3 --subgroup-size 128 --buffer '0.0=zero(4)' --buffer '0.1=zero(48)' --buffer '0.2=zero(144)' --dump 0.1 --dump 0.2 | FileCheck %s
// CHECK: v: uint32x3 = (9 9 9)
// CHECK: w: uint8x4 = (3 3 3 3)
// CHECK: q: uint64 = 5{{$}}
// CHECK: unwritten: float64 = 0{{$}}
// CHECK: 0: {v = ([[V:[09]]]? [[V]]? [[V]]?), w = ([[W:[03]]]? [[W]]? [[W]]? [[W]]?), q = {{[05]}}?, unwritten = 0}
// CHECK-NEXT: 1: {v = (0 0 0), w = (0 0 0 0), q = 0, unwritten = 0}
// CHECK-NEXT: 2: {v = ([[V2:[09]]]? [[V2]]? [[V2]]?), w = ([[W2:[03]]]? [[W2]]? [[W2]]? [[W2]]?), q = {{[05]}}?, unwritten = 0}

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
struct Members { uvec3 v; u8vec4 w; uint64_t q; double unwritten; };
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Value { Members value; };
layout(std430, set = 0, binding = 2) buffer Found { Members found[3]; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    while (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0) {
    }
    if (gl_WorkGroupID.x == 1) {
        value.v = uvec3(9);
        value.w = u8vec4(3);
        value.q = 5;
    } else {
        found[gl_WorkGroupID.x] = value;
    }
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
}
