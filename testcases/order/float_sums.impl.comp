// A sum of floats by atomics depends on the order if additions may round; sums of small integers do not. The
// maximum is the same in all orders.
//
// RUN: spirv-run %s --buffer '0.0=float32:0,0' --buffer '0.1=float32:0.1,0.2,0.3,1000000' --dump 0.0 | FileCheck %s
// CHECK: {{^}}0.0: float32[2] = {{[0-9.]+}}? 1000000{{(.0)?$}}
//
// RUN: spirv-run %s --strict --buffer '0.0=float32:0,0' --buffer '0.1=float32:1,-2,0.5,1000' --dump 0.0 | FileCheck %s --check-prefix=EXACT
// EXACT: {{^}}0.0: float32[2] = 999.5 1000{{$}}
// EXACT-NOT: {{.}}

#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Sums { float sum; float largest; };
layout(std430, set = 0, binding = 1) buffer Parts { float parts[4]; };

void main()
{
    atomicAdd(sum, parts[gl_LocalInvocationIndex]);
    atomicMax(largest, parts[gl_LocalInvocationIndex]);
}
