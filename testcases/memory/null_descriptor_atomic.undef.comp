// What an atomic instruction returns from a null descriptor is not defined; what an atomic load returns is.
//
// RUN: spirv-run %s --buffer 0.0=uint32:1,2 --null-descriptor 0.1 2>&1 | FileCheck %s
// CHECK: 0.0: uint32[2] = undef 0

#version 450
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 1) in;

layout(std430, binding = 0) buffer Results { uint results[2]; };
layout(std430, binding = 1) buffer Data { uint data[]; } nothing;

void main()
{
    results[0] = atomicAdd(nothing.data[3], 5);
    results[1] = atomicLoad(nothing.data[3], gl_ScopeDevice, 0, gl_SemanticsRelaxed);
}
