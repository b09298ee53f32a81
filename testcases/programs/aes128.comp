// AES-128 encryption (FIPS-197) of many blocks under one key. The workgroup computes the S-box and expands the key into
// shared memory; each invocation then encrypts blocks in a strided loop. Checked against FIPS-197 (appendices B and
// C.1), NIST SP 800-38A (F.1.1) and a separate implementation in Python.
//
// A block is a uvec4 of four columns, with row 0 in the low byte, which is the order of the bytes in memory.
//
// RUN: %python %S/Inputs/make_aes.py 2b7e151628aed2a6abf7158809cf4f3c 3243f6a8885a308d313198a2e0370734 6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710 --random 83 -o %t.1
// RUN: spirv-run %s --subgroup-size 32 --buffer 0.0=@%t.1.key --buffer 0.1=@%t.1.plain --buffer '0.2=undef(1408)' --dump 0.0:uint8 --dump 0.1:uint8 --dump 0.2:uint8 --format json > %t.json
// RUN: %python %S/Inputs/check_aes.py %t.json
// RUN: spirv-run %s --subgroup-size 4 --groups 2 --buffer 0.0=@%t.1.key --buffer 0.1=@%t.1.plain --buffer '0.2=undef(1408)' --dump 0.0:uint8 --dump 0.1:uint8 --dump 0.2:uint8 --format json > %t.json
// RUN: %python %S/Inputs/check_aes.py %t.json
// RUN: %python %S/Inputs/make_aes.py 000102030405060708090a0b0c0d0e0f 00112233445566778899aabbccddeeff --random 5 -o %t.2
// RUN: spirv-run %s --subgroup-size 8 --groups 3 --buffer 0.0=@%t.2.key --buffer 0.1=@%t.2.plain --buffer '0.2=undef(96)' --dump 0.0:uint8 --dump 0.1:uint8 --dump 0.2:uint8 --format json > %t.json
// RUN: %python %S/Inputs/check_aes.py %t.json
// RUN: spirv-run %s --subgroup-size 64 --buffer 0.0=@%t.2.key --buffer 0.1=@%t.2.plain --buffer '0.2=undef(96)' --dump 0.0:uint8 --dump 0.1:uint8 --dump 0.2:uint8 --format json > %t.json
// RUN: %python %S/Inputs/check_aes.py %t.json

#version 450

layout(local_size_x = 64) in;

layout(std140, set = 0, binding = 0) uniform Key
{
    uvec4 key;
};

layout(std430, set = 0, binding = 1) readonly buffer Plain
{
    uvec4 plain[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Cipher
{
    uvec4 cipher[];
};

const uint rounds = 10;

shared uint sBox[256];
shared uint roundKeys[4 * (rounds + 1)];

// Multiplication by x modulo x^8 + x^4 + x^3 + x + 1.
uint timesX(uint a)
{
    return ((a << 1) ^ ((a & 0x80) != 0 ? 0x1b : 0)) & 0xff;
}

uint multiply(uint a, uint b)
{
    uint product = 0;
    while (b != 0)
    {
        if ((b & 1) != 0)
        {
            product ^= a;
        }
        a = timesX(a);
        b >>= 1;
    }
    return product;
}

// a^254 = 1/a; 0 stays 0.
uint invert(uint a)
{
    uint result = 1;
    uint power = a;
    for (uint exponent = 254; exponent != 0; exponent >>= 1)
    {
        if ((exponent & 1) != 0)
        {
            result = multiply(result, power);
        }
        power = multiply(power, power);
    }
    return result;
}

uint substitute(uint a)
{
    const uint inverse = invert(a);
    uint result = 0x63;
    for (uint turn = 0; turn < 5; ++turn)
    {
        result ^= (inverse << turn) | (inverse >> (8 - turn));
    }
    return result & 0xff;
}

uint substituteWord(uint word)
{
    return sBox[word & 0xff] | (sBox[(word >> 8) & 0xff] << 8) | (sBox[(word >> 16) & 0xff] << 16) |
           (sBox[word >> 24] << 24);
}

void expandKey()
{
    uint roundConstant = 1;
    for (uint i = 0; i < 4; ++i)
    {
        roundKeys[i] = key[i];
    }
    for (uint i = 4; i < 4 * (rounds + 1); ++i)
    {
        uint word = roundKeys[i - 1];
        if (i % 4 == 0)
        {
            word = substituteWord((word >> 8) | (word << 24)) ^ roundConstant;
            roundConstant = timesX(roundConstant);
        }
        roundKeys[i] = roundKeys[i - 4] ^ word;
    }
}

uvec4 addRoundKey(uvec4 state, uint r)
{
    return state ^ uvec4(roundKeys[4 * r], roundKeys[4 * r + 1], roundKeys[4 * r + 2], roundKeys[4 * r + 3]);
}

uvec4 substituteBytes(uvec4 state)
{
    for (int column = 0; column < 4; ++column)
    {
        state[column] = substituteWord(state[column]);
    }
    return state;
}

uvec4 shiftRows(uvec4 state)
{
    return (state & 0xff) | (state.yzwx & 0xff00) | (state.zwxy & 0xff0000) | (state.wxyz & 0xff000000);
}

uvec4 mixColumns(uvec4 state)
{
    for (int column = 0; column < 4; ++column)
    {
        uint bytes[4];
        for (int row = 0; row < 4; ++row)
        {
            bytes[row] = bitfieldExtract(state[column], 8 * row, 8);
        }
        uint mixed = 0;
        for (int row = 0; row < 4; ++row)
        {
            const uint value = timesX(bytes[row]) ^ timesX(bytes[(row + 1) & 3]) ^ bytes[(row + 1) & 3] ^
                               bytes[(row + 2) & 3] ^ bytes[(row + 3) & 3];
            mixed = bitfieldInsert(mixed, value, 8 * row, 8);
        }
        state[column] = mixed;
    }
    return state;
}

uvec4 encrypt(uvec4 state)
{
    state = addRoundKey(state, 0);
    for (uint r = 1; r < rounds; ++r)
    {
        state = addRoundKey(mixColumns(shiftRows(substituteBytes(state))), r);
    }
    return addRoundKey(shiftRows(substituteBytes(state)), rounds);
}

void main()
{
    for (uint a = gl_LocalInvocationIndex; a < 256; a += gl_WorkGroupSize.x)
    {
        sBox[a] = substitute(a);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0)
    {
        expandKey();
    }
    barrier();
    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < uint(plain.length()); i += stride)
    {
        cipher[i] = encrypt(plain[i]);
    }
}
