// All atomics on texels (OpImageTexelPointer), of texel buffers and of images.
//
// RUN: spirv-run %s --buffer 0.0=uint32:0,100,0xFF,0,0,7,5 --buffer 0.1=int32:-5,5 --image 0.2=r32ui:2x2:uint32:0,0,0,0 --buffer 0.3=undef(32) 2>&1 | FileCheck %s --implicit-check-not=undef
// RUN: spirv-run %s --jobs 2 --no-check-races --buffer 0.0=uint32:0,100,0xFF,0,0,7,5 --buffer 0.1=int32:-5,5 --image 0.2=r32ui:2x2:uint32:0,0,0,0 --buffer 0.3=undef(32) 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.0: uint32[7] = 36 7 1 255 15 9 6
// CHECK: 0.1: int32[2] = -8 8
// CHECK: 0.2: uint32[4] = 2 2 2 2
// CHECK: 0.3: uint32[8] = 0{{[?]?}} 1{{[?]?}} 2{{[?]?}} 3{{[?]?}} 4{{[?]?}} 5{{[?]?}} 6{{[?]?}} 7

#version 450
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 8) in;

layout(set = 0, binding = 0, r32ui) uniform uimageBuffer counters;
layout(set = 0, binding = 1, r32i) uniform iimageBuffer extremes;
layout(set = 0, binding = 2, r32ui) uniform uimage2D squares;

layout(std430, set = 0, binding = 3) buffer Results
{
    uint result[];
};

void main()
{
    const int i = int(gl_LocalInvocationIndex);
    imageAtomicAdd(counters, 0, uint(i + 1));
    imageAtomicMin(counters, 1, uint(15 - i) - 1u);
    imageAtomicAnd(counters, 2, ~(2u << i));
    imageAtomicOr(counters, 3, 1u << i);
    imageAtomicXor(counters, 4, 15u << (i / 2 * 4 % 8 / 8));
    imageAtomicMax(extremes, 1, i + 1);
    imageAtomicMin(extremes, 0, -i - 1);
    imageAtomicAdd(squares, ivec2(i % 2, i / 2 % 2), 1u);
    if (i == 0)
    {
        imageAtomicXor(counters, 4, 15u);
        imageAtomicExchange(counters, 5, 9u);
        imageAtomicCompSwap(counters, 6, 5u, 6u);
    }
    result[i] = imageAtomicAdd(counters, 6, 0u) * 0u + uint(i);
}
