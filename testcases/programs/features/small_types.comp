// Types of other widths: int8_t to int64_t, float16_t and float64_t, with wrap-around, sign extension, shifts,
// conversions and storage in buffers.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=int8:-128,-127,-100,-50,-3,-2,-1,0,1,2,3,50,77,100,126,127' --buffer '0.1=undef(16)' --buffer '0.2=undef(32)' --buffer '0.3=undef(256)' --buffer '0.4=undef(64)' --buffer '0.5=undef(256)' --dump 0.0:int8 --dump 0.1:uint8 --dump 0.2:int16 --dump 0.3:int64 --dump 0.4:float16 --dump 0.5:float64 --format json > %t.json
// RUN: %python %S/Inputs/check_small_types.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=int8:-128,-127,-100,-50,-3,-2,-1,0,1,2,3,50,77,100,126,127' --buffer '0.1=undef(16)' --buffer '0.2=undef(32)' --buffer '0.3=undef(256)' --buffer '0.4=undef(64)' --buffer '0.5=undef(256)' --dump 0.0:int8 --dump 0.1:uint8 --dump 0.2:int16 --dump 0.3:int64 --dump 0.4:float16 --dump 0.5:float64 --format json > %t.json
// RUN: %python %S/Inputs/check_small_types.py %t.json

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 16) in;

layout(std430, set = 0, binding = 0) readonly buffer Bytes
{
    int8_t bytes[16];
};

layout(std430, set = 0, binding = 1) writeonly buffer Bytes2
{
    uint8_t unsignedBytes[16];
};

layout(std430, set = 0, binding = 2) writeonly buffer Shorts
{
    int16_t shorts[16];
};

layout(std430, set = 0, binding = 3) writeonly buffer Longs
{
    int64_t longs[16][2];
};

layout(std430, set = 0, binding = 4) writeonly buffer Halves
{
    float16_t halves[16][2];
};

layout(std430, set = 0, binding = 5) writeonly buffer Doubles
{
    double doubles[16][2];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    const int8_t b = bytes[id];

    // Modulo 2^8, and a logical shift of the unsigned value.
    unsignedBytes[id] = (uint8_t(b) * uint8_t(3) + uint8_t(200)) >> uint8_t(1);

    // Sign extension, an arithmetic shift, modulo 2^16.
    const int16_t s = int16_t(b) * int16_t(517);
    shorts[id] = (s >> int16_t(2)) ^ int16_t(0x0f0f);

    const int64_t wide = int64_t(b) * 0x123456789abl - 5l;
    longs[id][0] = wide * wide;
    longs[id][1] = int64_t(uint64_t(wide) >> 7) / 1000003l;

    const float16_t h = float16_t(b) * float16_t(0.125);
    precise const float16_t sum = h * h + float16_t(0.5);
    halves[id][0] = sum;
    halves[id][1] = float16_t(float(b) * 0.1);

    const double d = double(b) + 0.1lf;
    doubles[id][0] = d * d - 1.0lf;
    doubles[id][1] = sqrt(abs(double(b))) + double(wide);
}
