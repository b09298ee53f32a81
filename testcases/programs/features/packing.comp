// Packing and unpacking: normalized integers with clamping and rounding, half floats, doubles, and bit casts.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:0,1,-1,0.5,0.25,-0.25,2,-2,0.003,0.1,100.5,-65504,1e-5,3.140625,-0.75,0.999' --buffer '0.1=undef(320)' --buffer '0.2=undef(640)' --dump 0.0:float32 --dump 0.1:uint32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_packing.py %t.json
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=float32:0,1,-1,0.5,0.25,-0.25,2,-2,0.003,0.1,100.5,-65504,1e-5,3.140625,-0.75,0.999' --buffer '0.1=undef(320)' --buffer '0.2=undef(640)' --dump 0.0:float32 --dump 0.1:uint32 --dump 0.2:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_packing.py %t.json

#version 450

layout(local_size_x = 16) in;

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    float source[16];
};

layout(std430, set = 0, binding = 1) writeonly buffer Packed
{
    uint packed[16][5];
};

layout(std430, set = 0, binding = 2) writeonly buffer Unpacked
{
    float unpacked[16][10];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    const float x = source[id];
    const float y = source[(id + 1) % 16];
    packed[id][0] = packUnorm4x8(vec4(x, y, 0.5, 1.0));
    packed[id][1] = packSnorm4x8(vec4(x, y, -1.0, 0.0));
    packed[id][2] = packUnorm2x16(vec2(x, y));
    packed[id][3] = packSnorm2x16(vec2(x, y));
    packed[id][4] = packHalf2x16(vec2(x, y));

    const uint word = floatBitsToUint(x) ^ (id * 0x01234567u);
    const vec4 u = unpackUnorm4x8(word);
    const vec4 s = unpackSnorm4x8(word);
    unpacked[id][0] = u.x;
    unpacked[id][1] = u.w;
    unpacked[id][2] = s.y;
    unpacked[id][3] = s.z;
    const vec2 u16 = unpackUnorm2x16(word);
    const vec2 s16 = unpackSnorm2x16(word);
    unpacked[id][4] = u16.x;
    unpacked[id][5] = s16.y;
    const vec2 halves = unpackHalf2x16((word & 0x3fff3fffu) | 0x80000000u);
    unpacked[id][6] = halves.x;
    unpacked[id][7] = halves.y;
    unpacked[id][8] = float(packDouble2x32(uvec2(0, floatBitsToUint(1.5) + 0x00380000u)) * double(x));
    unpacked[id][9] = uintBitsToFloat(floatBitsToUint(x) ^ 0x80000000u);
}
