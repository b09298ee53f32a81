// Push constants: a block with members of several types, explicit offsets and a matrix, also read with a
// dynamic index, which may differ among invocations in core SPIR-V.
//
// RUN: %python %S/Inputs/make_push.py %t.push
// RUN: spirv-run %s --target-env spv1.6 --subgroup-size 8 --push @%t.push --buffer '0.0=undef(32)' --buffer '0.1=undef(128)' --dump 0.0:float32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 1.0 2.0 3.0 4.0 5.0 6.0 0.25 -7.0
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 100 101 102 103 100 101 102 103 100 101 102 103 100 101 102 103 100 101 102 103 100 101 102 103 100 101 102 103 100 101 102 103
// RUN: spirv-run %s --target-env spv1.6 --subgroup-size 32 --push @%t.push --buffer '0.0=undef(32)' --buffer '0.1=undef(128)' --dump 0.0:float32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 1.0 2.0 3.0 4.0 5.0 6.0 0.25 -7.0

#version 450

layout(local_size_x = 32) in;

layout(push_constant) uniform Push
{
    float scale;
    layout(offset = 16) mat2x3 matrix; // columns 16 bytes apart
    layout(offset = 64) uint table[4];
    layout(offset = 88) int last;
};

layout(std430, set = 0, binding = 0) writeonly buffer Floats
{
    float floats[8];
};

layout(std430, set = 0, binding = 1) writeonly buffer Words
{
    uint words[32];
};

void main()
{
    const uint id = gl_LocalInvocationIndex;
    if (id < 6)
    {
        floats[id] = matrix[id / 3][id % 3];
    }
    if (id == 6)
    {
        floats[6] = scale;
        floats[7] = float(last);
    }
    words[id] = table[id & 3];
}
