// Sum of a million elements by several dispatches: workgroups cannot wait for each other, so each dispatch
// reduces its input to one element for each workgroup, and the next dispatch continues from there.
//
// Each invocation adds up to four elements, the subgroup reduces, and a tree in shared memory combines the subgroups, for
// any subgroup size and any length. 256 invocations take 1,000,000 -> 977 -> 1; 64 take 1,000,000 -> 3907 -> 16 -> 1.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --subgroup-size 1 --groups 977 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(3908)' --output 0.1=%t.1.bin
// RUN: spirv-run %s --subgroup-size 1 --groups 1 --buffer 0.0=@%t.1.bin --buffer '0.1=undef(4)' --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 8 --groups 977 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(3908)' --output 0.1=%t.1.bin
// RUN: spirv-run %s --subgroup-size 8 --groups 1 --buffer 0.0=@%t.1.bin --buffer '0.1=undef(4)' --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 32 --groups 977 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(3908)' --output 0.1=%t.1.bin
// RUN: spirv-run %s --subgroup-size 32 --groups 1 --buffer 0.0=@%t.1.bin --buffer '0.1=undef(4)' --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 128 --groups 977 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(3908)' --output 0.1=%t.1.bin
// RUN: spirv-run %s --subgroup-size 128 --groups 1 --buffer 0.0=@%t.1.bin --buffer '0.1=undef(4)' --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first
// RUN: spirv-run %s --subgroup-size 16 --spec 0=64 --groups 3907 --buffer '0.0=uint32:iota(1000000,1)' --buffer '0.1=undef(15628)' --output 0.1=%t.1.bin
// RUN: spirv-run %s --subgroup-size 16 --spec 0=64 --groups 16 --buffer 0.0=@%t.1.bin --buffer '0.1=undef(64)' --output 0.1=%t.2.bin
// RUN: spirv-run %s --subgroup-size 16 --spec 0=64 --groups 1 --buffer 0.0=@%t.2.bin --buffer '0.1=undef(4)' --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.1 1000000 --only-first

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 256, local_size_x_id = 0) in;

layout(std430, set = 0, binding = 0) readonly buffer Input
{
    uint elements[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Output
{
    uint sums[];
};

// One element for each subgroup; there are at most as many as invocations.
shared uint partial[gl_WorkGroupSize.x];

const uint elementsPerInvocation = 4;

void main()
{
    const uint length = uint(elements.length());
    const uint base = gl_WorkGroupID.x * gl_WorkGroupSize.x * elementsPerInvocation + gl_LocalInvocationIndex;
    uint sum = 0;
    for (uint k = 0; k < elementsPerInvocation; ++k)
    {
        const uint i = base + k * gl_WorkGroupSize.x;
        if (i < length)
        {
            sum += elements[i];
        }
    }
    // The loop has the same number of iterations for all invocations, but core SPIR-V does not guarantee that
    // lanes reconverge inside it; after it, the whole workgroup is together.
    sum = subgroupAdd(sum);
    if (subgroupElect())
    {
        partial[gl_SubgroupID] = sum;
    }
    barrier();

    for (uint count = gl_NumSubgroups; count > 1;)
    {
        const uint upper = (count + 1) / 2;
        if (gl_LocalInvocationIndex + upper < count)
        {
            partial[gl_LocalInvocationIndex] += partial[gl_LocalInvocationIndex + upper];
        }
        barrier();
        count = upper;
    }

    if (gl_LocalInvocationIndex == 0)
    {
        sums[gl_WorkGroupID.x] = partial[0];
    }
}
