// The last exchange wins.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: {0,6,7,8} {0,5,7,8} {0,5,6,8} {0,5,6,7}
// ALLOWED 0.1: {5,6,7,8} 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  o[gl_LocalInvocationIndex] = atomicExchange(counter, gl_LocalInvocationIndex + 5);
}
