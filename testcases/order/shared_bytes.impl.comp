// Two descriptors of one memory: the counter is one location, through either descriptor.
//
// RUN: spirv-run %s --ignore aliasing --memory 'm=zero(8)' --buffer '0.0=memory(m)' --buffer '0.1=memory(m)' --buffer '0.2=zero(8)' --dump 0.2 2>&1 | FileCheck %s
// CHECK: {{^}}0.2: uint32[2] = 0? 1?{{$}}

#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer First { uint first; };
layout(std430, set = 0, binding = 1) buffer Second { uint second; };
layout(std430, set = 0, binding = 2) buffer Results { uint results[2]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i == 0) results[0] = atomicAdd(first, 1);
    else results[1] = atomicAdd(second, 1);
}
