// A load from an implementation-dependent place gives an implementation-dependent value: here a sum of floats
// whose order matters is the index.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8' --buffer '0.1=uint32:iota(8,10)' --buffer '0.2=undef(32)' --dump 0.2 | FileCheck %s
// CHECK: 0.2: uint32[8] = 13? 13? 13? 13? 13? 13? 13? 13?
//
// A sum that is the same in all orders is an ordinary index.
//
// RUN: spirv-run %s --subgroup-size 8 --strict --buffer '0.0=float32:0.5,0.5,0.25,0.25,0.5,0.5,0.5,0.5' --buffer '0.1=uint32:iota(8,10)' --buffer '0.2=undef(32)' --dump 0.2 | FileCheck %s --check-prefix=SAME
// SAME: 0.2: uint32[8] = 13 13 13 13 13 13 13 13

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Parts { float parts[8]; };
layout(std430, set = 0, binding = 1) readonly buffer Table { uint table[8]; };
layout(std430, set = 0, binding = 2) writeonly buffer Results { uint results[8]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    results[i] = table[uint(subgroupAdd(parts[i]))];
}
