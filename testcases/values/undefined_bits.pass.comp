// A value that is computed only from the defined bits of a word is defined: masks, shifts, bit fields,
// conversions, and comparisons that the defined bits decide.
//
// RUN: spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=undef(96)' --dump 0.1:uint32x4 --strict > %t.out
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=undef(96)' --dump 0.1:uint32x4 --strict --reconvergence minimal | FileCheck %s --check-prefix=VALUES
// VALUES: 0.1: uint32x4[6] = (1 2 3 4) (256 512 768 1024) (1 2 3 4) (1 0 0 0) (5 5 5 5) (7 7 7 7)

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint number[4]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[24]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint nothing;
    const uint word = bitfieldInsert(nothing, number[i], 8, 8);  // defined: bits 8 to 15

    result[i] = (word & 0xFF00u) >> 8;
    result[4 + i] = (word << 16) >> 24 << 8;
    result[8 + i] = bitfieldExtract(word, 8, 8);
    result[12 + i] = uint((word & 0xFFFFu | 0xFFu) == 0x1FFu);
    // Branches that the defined bits decide.
    if ((word & 0xFF00u) == number[i] << 8) result[16 + i] = 5;
    if (uint8_t(word >> 8) == uint8_t(number[i])) result[20 + i] = 7;
}
