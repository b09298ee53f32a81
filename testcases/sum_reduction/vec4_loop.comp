// Sum of a vector in place, four elements for each invocation: v[0] becomes {sum, 0, 0, 0}, the rest zero.
//
// The vec4 reductions repeat until one uvec4 remains; a last reduction, of scalars, adds its four components.
// Up to 1024 invocations and so 4096 elements; with subgroups of 32 and more, that takes three reductions.
// The last one needs four lanes in the first subgroup, so the subgroup size must be at least 4.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=uint32:iota(128,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 128 --vec4
// RUN: spirv-run %s --subgroup-size 4 --spec 0=1024 --buffer '0.0=uint32:iota(4096,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 4096 --vec4
// RUN: spirv-run %s --subgroup-size 16 --spec 0=1024 --buffer '0.0=uint32:iota(4096,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 4096 --vec4
// RUN: spirv-run %s --subgroup-size 32 --spec 0=1024 --buffer '0.0=uint32:iota(4096,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 4096 --vec4
// RUN: spirv-run %s --subgroup-size 128 --spec 0=1024 --buffer '0.0=uint32:iota(4096,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 4096 --vec4
// RUN: spirv-run %s --subgroup-size 8 --spec 0=1024 --buffer '0.0=uint32:iota(2500,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 2500 --vec4
// RUN: spirv-run %s --subgroup-size 64 --spec 0=1024 --buffer '0.0=uint32:iota(2500,1)' --dump 0.0:uint32x4 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 2500 --vec4

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 32, local_size_x_id = 0) in;

layout(std430, set = 0, binding = 0) coherent buffer Vector
{
    uvec4 v[];
};

void synchronize()
{
    memoryBarrierBuffer();
    barrier();
}

void main()
{
    const uint i = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    uint count = uint(v.length());
    while (count > 1)
    {
        uvec4 value = uvec4(0);
        if (i < count)
        {
            value = v[i];
        }
        const uvec4 sum = subgroupAdd(value);
        synchronize();
        if (i < count)
        {
            v[i] = uvec4(0);
        }
        synchronize();
        count = (count + gl_SubgroupSize - 1) / gl_SubgroupSize;
        if (gl_SubgroupInvocationID == 0 && gl_SubgroupID < count)
        {
            v[gl_SubgroupID] = sum;
        }
        synchronize();
    }

    // All subgroups participate, so control flow is uniform and the lanes are known to reconverge.
    uint component = 0;
    if (i < 4)
    {
        component = v[0][i];
    }
    const uint total = subgroupAdd(component);
    synchronize();
    if (i < 4)
    {
        v[0][i] = i == 0 ? total : 0;
    }
}
