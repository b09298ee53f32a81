// All exchange the same value: the final value is certain, the result of the first exchange is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{0,5}
// ALLOWED 0.1: 5 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  o[gl_LocalInvocationIndex] = atomicExchange(counter, 5);
}
