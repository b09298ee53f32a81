// A word with some undefined bytes keeps the others through memory, variables, loops and calls, and a word
// that is assembled from bytes is as defined as they are.
//
// RUN: spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=undef(80)' --dump 0.1:uint8x4 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --buffer 0.0=uint32:1,2,3,4 --buffer '0.1=undef(80)' --dump 0.1:uint8x4 --reconvergence minimal | FileCheck %s --check-prefix=VALUES
// VALUES: 0: (4 0 undef undef) (3 0 undef undef) (2 0 undef undef) (1 0 undef undef)
// VALUES: 4: (8 0 0 0) (6 0 0 0) (4 0 0 0) (2 0 0 0)
// VALUES: 8: (undef 1 undef 2) (undef 2 undef 3) (undef 3 undef 4) (undef 4 undef 5)
// VALUES: 12: (4 0 0 0) (3 0 0 0) (2 0 0 0) (1 0 0 0)
// VALUES: 16: (4 0 undef undef) (1 0 0 0) (2 0 undef undef) (1 0 0 0)
// REPORT: undefined-output
// REPORT: 1 undefined-output (kinds: undefined-output)

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint number[4]; };
layout(std430, set = 0, binding = 1) writeonly buffer Result { uint result[20]; };

shared uint words[4];

uint without_low_half(uint word)
{
    if (word == 0u) return 0u;
    return word >> 16;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint nothing;
    words[i] = bitfieldInsert(nothing, number[i], 0, 16);
    barrier();
    const uint half_word = words[3 - i];
    result[i] = half_word;

    // Two variables are swapped: their planes are copied at once.
    uint a = half_word, b = 0;
    for (uint k = 0; k < 3; ++k) {
        const uint c = a;
        a = b;
        b = c;
    }
    result[4 + i] = (b & 0xFFFFu) + (b & 0xFFu);

    uint8_t none;
    result[8 + i] = pack32(u8vec4(none, uint8_t(i + 1), none, uint8_t(i + 2)));

    // The shift moves the lower half to the upper one, so the called function can examine the whole word.
    result[12 + i] = without_low_half(half_word << 16);

    // In half of the lanes, the variable is overwritten and has no undefined byte any more.
    uint d = half_word;
    if ((i & 1u) == 1u) d = number[0];
    result[16 + i] = d;
}
