// An array of descriptors of buffers with one unbound element. That is permitted as long as no lane accesses the element.
// COVERS: descriptor.not-bound
//
// RUN: expect-status 3 spirv-run %s --buffer 0.0[0]=uint32:10 --buffer 0.0[2]=uint32:12 --buffer 0.1=uint32:0,1,2,0 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --buffer 0.0[0]=uint32:10 --buffer 0.0[2]=uint32:12 --buffer 0.1=uint32:0,2,2,0 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// VALUES: 0.1: uint32[4] = 10 undef 12 10
// REPORT: undefined-behavior: nothing is bound at this element of the descriptor array: element 1 of 'parts' (descriptor set 0, binding 0) [descriptor.not-bound]
// REPORT: lane 1 of subgroup 0
// REPORT-NEXT: {{^}}  Indexes (choice[i]): %[[#]] = 1{{$}}
// REPORT: help: bind a resource to the element, or do not access it
// REPORT: 1 undefined-behavior, 1 undefined-output
// FINE: 0.1: uint32[4] = 10 12 12 10

#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) readonly buffer Part
{
    uint value;
} parts[3];

layout(std430, set = 0, binding = 1) buffer Choices
{
    uint choice[];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    choice[i] = parts[nonuniformEXT(choice[i])].value;
}
