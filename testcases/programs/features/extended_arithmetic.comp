// Integer arithmetic with carry, borrow and double width; division, remainder and modulo for all combinations
// of signs; 128-bit sums and products made of such parts.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer 0.0=uint32:0,1,2,2147483647,2147483648,2147483649,4294967294,4294967295 --buffer '0.1=undef(3584)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_extended_arithmetic.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=uint32:random(8,23,1,4294967295)' --buffer '0.1=undef(3584)' --dump 0.0:uint32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_extended_arithmetic.py %t.json

#version 450

layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    uint source[8];
};

layout(std430, set = 0, binding = 1) writeonly buffer Results
{
    uint results[8][8][14];
};

// The square of the 64-bit number (high, low), as four words.
uvec4 square(uvec2 n)
{
    uint lowHigh, lowLow, crossHigh, crossLow, highHigh, highLow;
    umulExtended(n.x, n.x, lowHigh, lowLow);
    umulExtended(n.x, n.y, crossHigh, crossLow);
    umulExtended(n.y, n.y, highHigh, highLow);
    const uint crossTop = crossHigh >> 31;
    crossHigh = (crossHigh << 1) | (crossLow >> 31);
    crossLow <<= 1;
    uint carry1, carry2, carry3;
    uvec4 result;
    result.x = lowLow;
    result.y = uaddCarry(lowHigh, crossLow, carry1);
    result.z = uaddCarry(highLow, crossHigh, carry2);
    result.z = uaddCarry(result.z, carry1, carry3);
    result.w = highHigh + crossTop + carry2 + carry3;
    return result;
}

void main()
{
    const uint i = gl_LocalInvocationID.x;
    const uint j = gl_LocalInvocationID.y;
    const uint x = source[i];
    const uint y = source[j];
    uint carry, borrow, high, low;
    int signedHigh, signedLow;
    results[j][i][0] = uaddCarry(x, y, carry);
    results[j][i][1] = carry;
    results[j][i][2] = usubBorrow(x, y, borrow);
    results[j][i][3] = borrow;
    umulExtended(x, y, high, low);
    results[j][i][4] = high;
    results[j][i][5] = low;
    imulExtended(int(x), int(y), signedHigh, signedLow);
    results[j][i][6] = uint(signedHigh);
    results[j][i][7] = uint(signedLow);

    // Division by zero is undefined, and so is the one signed quotient that does not fit.
    results[j][i][8] = 0;
    results[j][i][9] = 0;
    if (y != 0 && !(x == 0x80000000u && y == 0xffffffffu))
    {
        results[j][i][8] = x / y;
        results[j][i][9] = uint(int(x) / int(y));
    }
    const uvec4 s = square(uvec2(x, y));
    results[j][i][10] = s.x;
    results[j][i][11] = s.y;
    results[j][i][12] = s.z;
    results[j][i][13] = s.w;
}
