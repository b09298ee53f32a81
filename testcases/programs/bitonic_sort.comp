// Bitonic sort of pairs (key, value) in shared memory. Each workgroup sorts its own segment of 512 pairs; the
// last segment may be shorter. Equal keys are ordered by value, so there is one correct result.
//
// RUN: spirv-run %s --groups 3 --subgroup-size 32 --buffer '0.0=uint32:random(2600,7,0,300)' --buffer '0.1=undef(10400)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sort.py %t.json
// RUN: spirv-run %s --groups 3 --subgroup-size 8 --buffer '0.0=uint32:random(2600,7,0,300)' --buffer '0.1=undef(10400)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sort.py %t.json
// RUN: spirv-run %s --groups 2 --subgroup-size 2 --buffer '0.0=uint32:random(2048,9,0,4294967295)' --buffer '0.1=undef(8192)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sort.py %t.json
// RUN: spirv-run %s --groups 1 --subgroup-size 128 --buffer 0.0=uint32:5,1 --buffer '0.1=undef(8)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sort.py %t.json

#version 450

const uint segment = 512;

layout(local_size_x = segment / 2) in;

layout(std430, set = 0, binding = 0) readonly buffer Unsorted
{
    uvec2 unsorted[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Sorted
{
    uvec2 sorted[];
};

shared uvec2 pairs[segment];

bool isAfter(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}

void main()
{
    const uint first = gl_WorkGroupID.x * segment;
    const uint count = min(segment, uint(unsorted.length()) - first);
    const uint me = gl_LocalInvocationIndex;

    for (uint i = me; i < segment; i += gl_WorkGroupSize.x)
    {
        pairs[i] = i < count ? unsorted[first + i] : uvec2(0xffffffffu);
    }
    barrier();

    for (uint size = 2; size <= segment; size *= 2)
    {
        for (uint stride = size / 2; stride > 0; stride /= 2)
        {
            const uint low = 2 * stride * (me / stride) + me % stride;
            const uint high = low + stride;
            const bool ascending = (low & size) == 0;
            const uvec2 a = pairs[low];
            const uvec2 b = pairs[high];
            if (isAfter(a, b) == ascending)
            {
                pairs[low] = b;
                pairs[high] = a;
            }
            barrier();
        }
    }

    for (uint i = me; i < count; i += gl_WorkGroupSize.x)
    {
        sorted[first + i] = pairs[i];
    }
}
