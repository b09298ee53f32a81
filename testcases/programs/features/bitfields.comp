// Bit fields and bit counting, with empty and full-width fields, signed and unsigned, and shifts.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer 0.0=uint32:0,1,2147483648,4294967295,2147483647,305419896,3735928559,65280 --buffer '0.1=undef(416)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_bitfields.py %t.json
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:random(8,17,0,4294967295)' --buffer '0.1=undef(416)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_bitfields.py %t.json

#version 450

layout(local_size_x = 8) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    uint source[8];
};

layout(std430, set = 0, binding = 1) writeonly buffer Results
{
    uint results[8][13];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    const int place = int(id);
    const uint x = source[id];
    const uint y = source[7 - id];
    results[id][0] = bitfieldExtract(x, place * 3, 9);
    results[id][1] = uint(bitfieldExtract(int(x), place * 3, 9));
    results[id][2] = bitfieldExtract(x, place, 0);
    results[id][3] = bitfieldExtract(x, 0, 32);
    results[id][4] = bitfieldInsert(x, y, place * 2, 11);
    results[id][5] = bitfieldInsert(x, y, place, 0) ^ bitfieldInsert(x, y, 0, 32);
    results[id][6] = bitfieldReverse(x);
    results[id][7] = uint(bitCount(x));
    results[id][8] = uint(findLSB(x));
    results[id][9] = uint(findMSB(x));
    results[id][10] = uint(findMSB(int(x)));
    results[id][11] = (x << place) ^ (y >> (place * 4));
    results[id][12] = uint(int(x) >> (place * 4));
}
