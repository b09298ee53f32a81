// Histogram of bytes: every workgroup counts in shared memory with atomics and adds its counts to the global ones.
//
// RUN: spirv-run %s --groups 3 --subgroup-size 8 --buffer '0.0=uint8:random(5000,1,0,255)' --buffer '0.1=uint32:fill(256,0)' --dump 0.0:uint8 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_histogram.py %t.json
// RUN: spirv-run %s --groups 1 --subgroup-size 1 --buffer '0.0=uint8:random(1000,2,100,110)' --buffer '0.1=uint32:fill(256,0)' --dump 0.0:uint8 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_histogram.py %t.json
// RUN: spirv-run %s --groups 4 --subgroup-size 32 --buffer '0.0=uint8:fill(4000,255)' --buffer '0.1=uint32:fill(256,0)' --dump 0.0:uint8 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_histogram.py %t.json
// RUN: spirv-run %s --groups 7 --subgroup-size 128 --buffer '0.0=uint8:random(20000,3,0,255)' --buffer '0.1=uint32:fill(256,0)' --dump 0.0:uint8 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_histogram.py %t.json

#version 450

const uint bins = 256;

layout(local_size_x = 128) in;

layout(std430, set = 0, binding = 0) readonly buffer Bytes
{
    uint words[]; // four bytes in each
};

layout(std430, set = 0, binding = 1) buffer Histogram
{
    uint histogram[bins];
};

shared uint counts[bins];

void main()
{
    for (uint bin = gl_LocalInvocationIndex; bin < bins; bin += gl_WorkGroupSize.x)
    {
        counts[bin] = 0;
    }
    barrier();

    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < uint(words.length()); i += stride)
    {
        for (uint word = words[i], k = 0; k < 4; ++k, word >>= 8)
        {
            atomicAdd(counts[word & 0xff], 1);
        }
    }
    barrier();

    for (uint bin = gl_LocalInvocationIndex; bin < bins; bin += gl_WorkGroupSize.x)
    {
        if (counts[bin] != 0)
        {
            atomicAdd(histogram[bin], counts[bin]);
        }
    }
}
