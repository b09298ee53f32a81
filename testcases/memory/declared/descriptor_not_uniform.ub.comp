// Invocations of a subgroup access different buffers of an array. The pointer must then be decorated NonUniform;
// if all of them have the same index, it need not be. (glslang omits the decoration at the pointer of an atomic.)
// COVERS: descriptor.not-uniform
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0[0]=uint32:10 --buffer 0.0[1]=uint32:11 --buffer 0.1=uint32:0,1,1,0 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --buffer 0.0[0]=uint32:10 --buffer 0.0[1]=uint32:11 --buffer 0.1=uint32:1,1,1,1 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=undef
// RUN: spirv-run %s --strict -DINDEX=nonuniformEXT --buffer 0.0[0]=uint32:10 --buffer 0.0[1]=uint32:11 --buffer 0.1=uint32:0,1,1,0 2>&1 | FileCheck %s --check-prefix=VALUES --implicit-check-not=undef
// VALUES: 0.1: uint32[4] = 10 11 11 10
// REPORT: undefined-behavior: the descriptor of an access is not the same for all invocations, but the operand is not decorated NonUniform: lane 0 accesses buffer 0.0, and lane 1 accesses buffer 0.0[1] [descriptor.not-uniform]
// REPORT: parts[INDEX(choice[i])].value
// REPORT: lanes 0-3 of subgroup 0
// REPORT: 1 undefined-behavior (kinds
// SAME: 0.1: uint32[4] = 11 11 11 11

#version 450
#extension GL_EXT_nonuniform_qualifier : require

#ifndef INDEX
#define INDEX
#endif

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Part
{
    uint value;
} parts[2];

layout(std430, set = 0, binding = 1) buffer Choices
{
    uint choice[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    choice[i] = parts[INDEX(choice[i])].value;
}
