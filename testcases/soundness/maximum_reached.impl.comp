// The last invocation exceeds the maximum: the results are uncertain, the final value is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer 0.1=uint32:5,7
// ALLOWED 0.0: 3x{5,6} ~5
// ALLOWED 0.1: 6 7

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  o[gl_LocalInvocationIndex] = atomicMax(counter, gl_LocalInvocationIndex + 3);
}
