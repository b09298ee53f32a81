// A coordinate that is undefined, or not below the number of texels. Robust buffer access defines the latter; the permitted run stays inside.
// COVERS: image.outside-of-texel-buffer image.coordinate-undefined
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:5,6,7,8 --buffer 0.1=int32:0,3,4,-1 --buffer 0.2=undef(16) > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:5,6,7,8 --buffer 0.1=int32:0,undef,2,3 --buffer 0.2=undef(16) 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: spirv-run %s --robust-buffer-access --buffer 0.0=uint32:5,6,7,8 --buffer 0.1=int32:0,3,4,-1 --buffer 0.2=undef(16) 2>&1 | FileCheck %s --check-prefix=ROBUST
// RUN: spirv-run %s --strict --buffer 0.0=uint32:5,6,7,8 --buffer 0.1=int32:3,0,2,1 --buffer 0.2=undef(16) 2>&1 | FileCheck %s --check-prefix=TWIN --implicit-check-not=undef
// VALUES: 0.2: uint32[4] = 5 8 undef undef
// REPORT: undefined-behavior: the coordinate is greater than or equal to the number of texels: coordinate (4) of 4 texels [image.outside-of-texel-buffer]
// REPORT: lanes 2-3 of subgroup 0
// UNDEFINED: undefined-behavior: the coordinate, level or sample of an access is undefined{{.*}} [image.coordinate-undefined]
// ROBUST-DAG: implementation-dependent: out-of-bounds read, which may return zero, any value in the buffer, or the value last stored{{.*}} [memory.robust-read]
// ROBUST-DAG: implementation-dependent: out-of-bounds write, which may be discarded or may change any value in the buffer{{.*}} [memory.robust-write]
// TWIN: 0.0: uint32[4] = 6 7 8 9
// TWIN: 0.2: uint32[4] = 8 5 7 6

#version 450

layout(local_size_x = 4) in;

layout(set = 0, binding = 0, r32ui) uniform uimageBuffer texels;

layout(std430, set = 0, binding = 1) readonly buffer Choices
{
    int choice[];
};

layout(std430, set = 0, binding = 2) buffer Results
{
    uint result[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const int at = choice[i];
    const uvec4 found = imageLoad(texels, at);
    result[i] = found.x;
    imageStore(texels, at, found + 1u);
}
