// Escape counts of the Mandelbrot set: neighbors leave the loop after very different numbers of iterations. All operations
// are single additions, subtractions and multiplications that must not be contracted (precise), so the counts are exact.
//
// One thread only: ThreadSanitizer has nothing to find here, and would make millions of steps many times slower.
// UNSUPPORTED: tsan
//
// RUN: spirv-run %s --groups 6,4 --subgroup-size 8 --push float32:-2.125,-1.25,0.0625,0.078125 --buffer '0.0=undef(6144)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_mandelbrot.py %t.json 48 32 -2.125 -1.25 0.0625 0.078125
// RUN: spirv-run %s --groups 6,4 --subgroup-size 1 --push float32:-2.125,-1.25,0.0625,0.078125 --buffer '0.0=undef(6144)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_mandelbrot.py %t.json 48 32 -2.125 -1.25 0.0625 0.078125
// RUN: spirv-run %s --groups 4,4 --subgroup-size 32 --push float32:-0.75,0.1,0.0007,0.0003 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_mandelbrot.py %t.json 32 32 -0.75 0.1 0.0007 0.0003
// RUN: spirv-run %s --groups 4,4 --subgroup-size 16 --push float32:-0.75,0.1,0.0007,0.0003 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_mandelbrot.py %t.json 32 32 -0.75 0.1 0.0007 0.0003
// RUN: spirv-run %s --groups 4,4 --subgroup-size 64 --reconvergence minimal --push float32:-0.75,0.1,0.0007,0.0003 --buffer '0.0=undef(4096)' --dump 0.0:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_mandelbrot.py %t.json 32 32 -0.75 0.1 0.0007 0.0003

#version 450

layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform View
{
    vec2 corner;
    vec2 pixel;
};

layout(std430, set = 0, binding = 0) writeonly buffer Counts
{
    uint counts[];
};

const uint limit = 500;

void main()
{
    const uint width = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    const uvec2 at = gl_GlobalInvocationID.xy;
    precise const vec2 c = corner + pixel * vec2(at);

    precise float x = 0.0;
    precise float y = 0.0;
    uint count = 0;
    while (count < limit)
    {
        precise const float xx = x * x;
        precise const float yy = y * y;
        precise const float squared = xx + yy;
        if (squared > 4.0)
        {
            break;
        }
        precise const float xy = x * y;
        y = xy + xy + c.y;
        x = xx - yy + c.x;
        ++count;
    }
    counts[at.y * width + at.x] = count;
}
