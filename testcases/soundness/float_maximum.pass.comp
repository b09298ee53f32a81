// Maxima of floats by atomics on their bits, which commute.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer 0.1=uint32:0,0 --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.1: 1287568416 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  atomicMax(counter, floatBitsToUint(abs(weights[gl_LocalInvocationIndex])));
}
