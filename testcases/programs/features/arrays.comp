// Arrays of arrays and of structs with indices known only at run time, in Function, Private, Workgroup and
// buffer memory, with whole-array copies and constant arrays.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=int32:iota(96)' --buffer '0.1=undef(640)' --dump 0.1:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_arrays.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=int32:iota(96)' --buffer '0.1=undef(640)' --dump 0.1:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_arrays.py %t.json
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=int32:iota(96)' --buffer '0.1=undef(640)' --dump 0.1:int32 --format json > %t.json
// RUN: %python %S/Inputs/check_arrays.py %t.json

#version 450

layout(local_size_x = 32) in;

struct Cell
{
    int value;
    ivec2 pair[2];
};

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    int source[4][4][6];
};

layout(std430, set = 0, binding = 1) writeonly buffer Results
{
    int results[][5];
};

const int table[3][4] = int[3][4](int[4](1, 2, 3, 4), int[4](10, 20, 30, 40), int[4](100, 200, 300, 400));

int counters[2][3];
shared Cell cells[4][8];

void main()
{
    const int id = int(gl_LocalInvocationIndex);
    const int a = id & 3;
    const int b = id >> 3;

    results[id][0] = source[a][b][id % 6];

    const int plane[4][6] = source[b]; // a copy of part of the buffer
    int sum = 0;
    for (int i = 0; i < 4; ++i)
    {
        sum += plane[i][(id + i) % 6] * table[i % 3][a];
    }
    results[id][1] = sum;

    for (int i = 0; i < 2; ++i)
    {
        for (int j = 0; j < 3; ++j)
        {
            counters[i][j] = 0;
        }
    }
    for (int i = 0; i < id; ++i)
    {
        counters[i & 1][i % 3] += i;
    }
    results[id][2] = counters[id & 1][id % 3] * 1000 + counters[(id + 1) & 1][(id + 1) % 3];

    Cell own;
    own.value = id;
    own.pair[0] = ivec2(id * 2, id * 3);
    own.pair[1].yx = ivec2(id * 5, id * 7);
    cells[b][id & 7] = own;
    barrier();
    const int other = (id * 13 + 5) & 31;
    results[id][3] = cells[other >> 3][other & 7].pair[id & 1][(id >> 1) & 1] + cells[b][7 - (id & 7)].value * 1000;

    vec4 components = vec4(0.0);
    components[a] = float(id);
    components[(a + 1) & 3] += 0.5;
    results[id][4] = int(dot(components, vec4(1.0, 2.0, 4.0, 8.0)) * 2.0);
}
