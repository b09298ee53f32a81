// Arrays of texel buffers, indexed by a constant, a uniform value, and a value that differs between invocations.
//
// RUN: spirv-run %s --buffer 0.0[0]=uint32:10,11 --buffer 0.0[1]=uint32:20,21 --buffer 0.0[2]=uint32:30,31,32 --buffer 0.1=undef(32) 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK: 0.0[0]: uint32[2] = 10 110
// CHECK: 0.0[1]: uint32[2] = 20 120
// CHECK: 0.0[2]: uint32[3] = 30 130 32
// CHECK: 0.1: uint32[8] = 10 20 30 2 31 31 31 3

#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 4) in;

layout(set = 0, binding = 0, r32ui) uniform uimageBuffer parts[3];

layout(std430, set = 0, binding = 1) buffer Results
{
    uint result[8];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint last = gl_WorkGroupSize.x - 2u;
    if (i < 3)
    {
        result[i] = imageLoad(parts[nonuniformEXT(i)], 0).x;
        result[4 + i] = imageLoad(parts[last], 1).x;
    }
    else
    {
        result[3] = uint(imageSize(parts[0]));
        result[7] = uint(imageSize(parts[nonuniformEXT(i - 1)]));
    }
    memoryBarrierImage();
    barrier();
    if (i < 3)
        imageStore(parts[nonuniformEXT(i)], 1, uvec4(100 + 10 * (i + 1)));
}
