// Product of two matrices, C = A * B, tile by tile through shared memory. Push constants give the sizes, which need not
// be multiples of the tile. The elements are small integers, so every order of the additions gives the same floats.
//
// RUN: spirv-run %s --groups 3,4 --subgroup-size 32 --push uint32:50,37,45 --buffer '0.0=float32:iota(1850,-900)' --buffer '0.1=float32:iota(1665,800,-1)' --buffer '0.2=undef(9000)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrix_product.py %t.json 50 37 45
// RUN: %python %S/Inputs/make_small_floats.py %t.a.bin 1665 1
// RUN: %python %S/Inputs/make_small_floats.py %t.b.bin 1850 2
// RUN: spirv-run %s --groups 4,3 --subgroup-size 8 --push uint32:45,37,50 --buffer 0.0=@%t.a.bin --buffer 0.1=@%t.b.bin --buffer '0.2=undef(9000)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrix_product.py %t.json 45 37 50
// RUN: spirv-run %s --groups 4,3 --subgroup-size 1 --push uint32:45,37,50 --buffer 0.0=@%t.a.bin --buffer 0.1=@%t.b.bin --buffer '0.2=undef(9000)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrix_product.py %t.json 45 37 50
// RUN: spirv-run %s --groups 4,3 --subgroup-size 128 --push uint32:45,37,50 --buffer 0.0=@%t.a.bin --buffer 0.1=@%t.b.bin --buffer '0.2=undef(9000)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_matrix_product.py %t.json 45 37 50

#version 450

const uint tile = 16;

layout(local_size_x = tile, local_size_y = tile) in;

layout(push_constant) uniform Sizes
{
    uint rows;    // of A and C
    uint inner;   // columns of A, rows of B
    uint columns; // of B and C
};

layout(std430, set = 0, binding = 0) readonly buffer A
{
    float a[];
};

layout(std430, set = 0, binding = 1) readonly buffer B
{
    float b[];
};

layout(std430, set = 0, binding = 2) writeonly buffer C
{
    float c[];
};

shared float tileA[tile][tile];
shared float tileB[tile][tile + 1];

void main()
{
    const uint x = gl_LocalInvocationID.x;
    const uint y = gl_LocalInvocationID.y;
    const uint row = gl_GlobalInvocationID.y;
    const uint column = gl_GlobalInvocationID.x;

    float sum = 0.0;
    for (uint first = 0; first < inner; first += tile)
    {
        tileA[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0.0;
        tileB[y][x] = first + y < inner && column < columns ? b[(first + y) * columns + column] : 0.0;
        barrier();
        for (uint k = 0; k < tile; ++k)
        {
            sum += tileA[y][k] * tileB[k][x];
        }
        barrier();
    }
    if (row < rows && column < columns)
    {
        c[row * columns + column] = sum;
    }
}
