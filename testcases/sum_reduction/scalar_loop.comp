// Sum of a vector in place by repeated subgroup reductions, for every subgroup size from 2 and any length up
// to the workgroup size: each iteration divides the number of partial sums by the subgroup size.
//
// This version uses the GLSL450 memory model and the pair of barriers that most shaders use.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --subgroup-size 2 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 4 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 8 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 16 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 32 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 64 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 128 --spec 0=64 --buffer '0.0=uint32:iota(64,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 64
// RUN: spirv-run %s --subgroup-size 2 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 8 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 32 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 128 --spec 0=1024 --buffer '0.0=uint32:iota(1024,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1024
// RUN: spirv-run %s --subgroup-size 4 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 16 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 64 --spec 0=1024 --buffer '0.0=uint32:iota(1000,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1000
// RUN: spirv-run %s --subgroup-size 2 --spec 0=64 --buffer '0.0=uint32:iota(37,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 37
// RUN: spirv-run %s --subgroup-size 4 --spec 0=64 --buffer '0.0=uint32:iota(37,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 37
// RUN: spirv-run %s --subgroup-size 32 --spec 0=64 --buffer '0.0=uint32:iota(37,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 37
// RUN: spirv-run %s --subgroup-size 2 --spec 0=64 --buffer '0.0=uint32:iota(1,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1
// RUN: spirv-run %s --subgroup-size 128 --spec 0=64 --buffer '0.0=uint32:iota(1,1)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sum.py %t.json 0.0 1

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64, local_size_x_id = 0) in;

layout(std430, set = 0, binding = 0) coherent buffer Vector
{
    uint v[];
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
        uint value = 0;
        if (i < count)
        {
            value = v[i];
        }
        const uint sum = subgroupAdd(value);
        synchronize();
        if (i < count)
        {
            v[i] = 0;
        }
        synchronize();
        count = (count + gl_SubgroupSize - 1) / gl_SubgroupSize;
        if (subgroupElect() && gl_SubgroupID < count)
        {
            v[gl_SubgroupID] = sum;
        }
        synchronize();
    }
}
