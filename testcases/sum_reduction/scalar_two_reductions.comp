// Sum of a vector in place with two subgroup reductions: v[0] becomes the sum and every other element zero.
//
// The first reduction leaves one partial sum per subgroup, and the second one adds these. Two suffice if the
// number of subgroups does not exceed the subgroup size, so a workgroup of n invocations needs size * size >=
// n: 64 elements from size 8, 1024 elements from size 32.
//
// All subgroups read and write v, so three barriers separate the phases of one reduction: all invocations
// read before any clears, everything is cleared before a sum is stored, and all sums are stored before the
// next reduction reads them. This version uses the Vulkan memory model, with explicit scopes and semantics.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 32 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 64 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 128 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 32 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 64 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 128 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 16 --spec 0=256 --buffer '0.0=uint32:iota(256,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 256
// RUN: spirv-run %s --subgroup-size 4 --spec 0=16 --buffer '0.0=uint32:iota(16,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 16
// RUN: spirv-run %s --subgroup-size 2 --spec 0=4 --buffer '0.0=uint32:iota(4,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 4
// RUN: spirv-run %s --subgroup-size 1 --spec 0=1 --buffer '0.0=uint32:iota(1,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1

#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64, local_size_x_id = 0) in;

layout(std430, set = 0, binding = 0) nonprivate buffer Vector
{
    uint v[];
};

void workgroupBarrier()
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}

void reduce(uint i)
{
    const bool inside = i < uint(v.length());
    uint value = 0;
    if (inside)
    {
        value = v[i];
    }
    const uint sum = subgroupAdd(value);
    workgroupBarrier();
    if (inside)
    {
        v[i] = 0;
    }
    workgroupBarrier();
    // A subgroup beyond the end of the vector has nothing to add.
    if (gl_SubgroupInvocationID == 0 && gl_SubgroupID < uint(v.length()))
    {
        v[gl_SubgroupID] = sum;
    }
    workgroupBarrier();
}

void main()
{
    const uint i = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    reduce(i);
    reduce(i);
}
