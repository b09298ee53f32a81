// The limit of a shift is the width of the components of Base. In a vector, only the components with a shift
// that is too large are undefined.
// COVERS: OpShiftLeftLogical.shift-too-far OpShiftRightLogical.shift-too-far OpShiftRightArithmetic.shift-too-far
//
// RUN: spirv-run %s --buffer 0.0=int8:1,1,1,1,7,8,9,0 --buffer 0.1=uint16:0xffff,0xffff,0xffff,0xffff,15,16,31,8 --buffer 0.2=int64:-1,-1,-1,-1,63,64,32,65 --buffer 0.3=uint32x2:1,1,1,1,1,1,1,1 --buffer 0.4=uint32x2:31,32,64,8,1,2,32,33 --dump 0.0:int8 --dump 0.1:uint16 --dump 0.2:int64 --dump 0.3:uint32 2>&1 | FileCheck %s
// CHECK: 0.0: int8[8] = -128 undef undef 1 7 8 9 0
// CHECK: 0.1: uint16[8] = 1 undef undef 255 15 16 31 8
// CHECK: 0.2: int64[8] = -1 undef -1 undef 63 64 32 65
// CHECK: 0.3: uint32[8] = 2147483648 undef undef 256 2 4 undef undef
// CHECK: lanes 1-2 of subgroup 0
// CHECK: lanes 1-2 of subgroup 0
// CHECK: lanes 1,3 of subgroup 0
// CHECK: [OpShiftLeftLogical.shift-too-far]
// CHECK: 4 undefined-value
//
// Operands that the rules permit cause no report.
// RUN: spirv-run %s --strict --buffer 0.0=int8:1,1,1,1,7,7,1,0 --buffer 0.1=uint16:0xffff,0xffff,0xffff,0xffff,15,15,3,8 --buffer 0.2=int64:-1,-1,-1,-1,63,63,32,0 --buffer 0.3=uint32x2:1,1,1,1,1,1,1,1 --buffer 0.4=uint32x2:31,31,0,8,1,2,30,31 --dump 0.0:int8 --dump 0.1:uint16 --dump 0.2:int64 --dump 0.3:uint32

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) buffer Of8
{
    int8_t base8[4];
    int8_t shift8[4];
};

layout(std430, set = 0, binding = 1) buffer Of16
{
    uint16_t base16[4];
    uint16_t shift16[4];
};

layout(std430, set = 0, binding = 2) buffer Of64
{
    int64_t base64[4];
    int64_t shift64[4];
};

layout(std430, set = 0, binding = 3) buffer Vectors
{
    uvec2 base_vector[];
};

layout(std430, set = 0, binding = 4) readonly buffer Shifts
{
    uvec2 shift_vector[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    base8[i] <<= shift8[i];
    base16[i] >>= shift16[i];
    base64[i] >>= shift64[i];
    base_vector[i] <<= shift_vector[i];
}
