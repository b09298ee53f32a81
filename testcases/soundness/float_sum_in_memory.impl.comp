// Atomic additions of floats: the order decides the sum, unless no addition rounds.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case OPEN --buffer 0.0=float32:0 --buffer 0.2=float32:1e8,1,-1e8,6
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case EXACT --buffer 0.0=float32:0 --buffer 0.2=float32:1,2,3,4
// ALLOWED-OPEN 0.0: ?
// ALLOWED-EXACT 0.0: ~10.0

#version 460
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) coherent buffer B0 { float total; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  atomicAdd(total, weights[gl_LocalInvocationIndex]);
}
