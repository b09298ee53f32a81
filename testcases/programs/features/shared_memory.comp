// Shared memory and barriers: twenty generations of Conway's Game of Life on a torus, with two alternating
// boards, and a transposition through shared memory.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:random(256,11,0,4294967295)' --buffer '0.1=undef(1024)' --buffer '0.2=undef(1024)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_life.py %t.json
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=uint32:random(256,12,0,4294967295)' --buffer '0.1=undef(1024)' --buffer '0.2=undef(1024)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_life.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --seed 5 --buffer '0.0=uint32:random(256,13,0,4294967295)' --buffer '0.1=undef(1024)' --buffer '0.2=undef(1024)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_life.py %t.json
// RUN: spirv-run %s --subgroup-size 128 --buffer '0.0=uint32:random(256,14,0,4294967295)' --buffer '0.1=undef(1024)' --buffer '0.2=undef(1024)' --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_life.py %t.json

#version 450

const uint n = 16;

layout(local_size_x = n, local_size_y = n) in;

layout(std430, set = 0, binding = 0) readonly buffer First
{
    uint first[n][n];
};

layout(std430, set = 0, binding = 1) writeonly buffer Last
{
    uint last[n][n];
};

layout(std430, set = 0, binding = 2) writeonly buffer Transposed
{
    uint transposed[n][n];
};

shared uint boards[2][n][n];

void main()
{
    const uint x = gl_LocalInvocationID.x;
    const uint y = gl_LocalInvocationID.y;
    boards[0][y][x] = first[y][x] & 1;
    barrier();
    uint now = 0;
    for (uint generation = 0; generation < 20; ++generation, now ^= 1)
    {
        uint neighbors = 0;
        for (uint dy = n - 1; dy <= n + 1; ++dy)
        {
            for (uint dx = n - 1; dx <= n + 1; ++dx)
            {
                if (dx != n || dy != n)
                {
                    neighbors += boards[now][(y + dy) % n][(x + dx) % n];
                }
            }
        }
        boards[now ^ 1][y][x] = uint(neighbors == 3 || (neighbors == 2 && boards[now][y][x] != 0));
        barrier();
    }
    last[y][x] = boards[now][y][x];
    transposed[y][x] = boards[now][x][y] * 1000 + gl_LocalInvocationIndex;
}
