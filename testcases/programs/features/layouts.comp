// Buffer layouts: std140, std430 and scalar, row-major and column-major matrices, nested structs, arrays with
// strides. Word i of each input buffer contains i, so each read gives the offset in words.
//
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=uint32:iota(64)' --buffer '0.1=uint32:iota(64)' --buffer '0.2=uint32:iota(64)' --buffer '0.3=undef(288)' --buffer '0.4=uint32:fill(20,7)' --dump 0.3:uint32 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_layouts.py %t.json
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:iota(64)' --buffer '0.1=uint32:iota(64)' --buffer '0.2=uint32:iota(64)' --buffer '0.3=undef(288)' --buffer '0.4=uint32:fill(20,7)' --dump 0.3:uint32 --dump 0.4:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_layouts.py %t.json

#version 450
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 1) in;

struct Inner
{
    vec3 a;
    float b;
    vec2 c;
};

// The same members for each layout.
#define MEMBERS                             \
    float first;                            \
    Inner inner;                            \
    float floats[3];                        \
    mat3x2 columns; /* three of two rows */ \
    layout(row_major) mat3x2 rows;          \
    vec3 last;

layout(std140, set = 0, binding = 0) uniform Uniform140
{
    MEMBERS
} from140;

layout(std430, set = 0, binding = 1) readonly buffer Storage430
{
    MEMBERS
} from430;

layout(scalar, set = 0, binding = 2) readonly buffer StorageScalar
{
    MEMBERS
} fromScalar;

layout(std430, set = 0, binding = 3) writeonly buffer Results
{
    uint results[3][24];
};

// A write of some members leaves the padding and the other members alone.
layout(std140, set = 0, binding = 4) buffer Written140
{
    layout(row_major) mat2x3 matrix; // two columns of three rows; rows are stored, 16 bytes apart
    float floats[2];
} written;

uint at;

void put(uint which, float value)
{
    results[which][at++] = floatBitsToUint(value);
}

void readAll(uint which, float first, Inner inner, float floats[3], mat3x2 columns, mat3x2 rows, vec3 last)
{
    at = 0;
    put(which, first);
    put(which, inner.a.x);
    put(which, inner.a.z);
    put(which, inner.b);
    put(which, inner.c.y);
    for (int i = 0; i < 3; ++i)
    {
        put(which, floats[i]);
    }
    for (int column = 0; column < 3; ++column)
    {
        for (int row = 0; row < 2; ++row)
        {
            put(which, columns[column][row]);
        }
    }
    for (int column = 0; column < 3; ++column)
    {
        for (int row = 0; row < 2; ++row)
        {
            put(which, rows[column][row]);
        }
    }
    put(which, last.x);
    put(which, last.z);
    while (at < 24)
    {
        put(which, 0.0);
    }
}

#define READ(which, block) \
    readAll(which, block.first, block.inner, block.floats, block.columns, block.rows, block.last)

void main()
{
    READ(0, from140);
    READ(1, from430);
    READ(2, fromScalar);
    written.matrix[1] = vec3(1.0, 2.0, 3.0); // a column: one word in each row
    written.floats[1] = 4.0;
}
