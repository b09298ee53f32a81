// Minimum, maximum and exchange of floats; only minima and maxima commute.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=float32:fill(8,777)' --buffer 0.1=float32:0,-5,1 --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x? 4x*
// ALLOWED 0.1: ? ~100000000.0 ~-100000000.0

#version 460
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { float o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { float values[3]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  o[i] = atomicExchange(values[0], weights[i]);
  o[i + 4] = atomicMax(values[1], weights[i]);
  atomicMin(values[2], weights[i]);
}
