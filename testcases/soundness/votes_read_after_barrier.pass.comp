// Votes by Or, whose results no instruction uses, are read after a barrier.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x7
// ALLOWED 0.1: 7 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  atomicOr(counter, gl_LocalInvocationIndex == 3 ? 4 : 3);
  memoryBarrierBuffer();
  barrier();
  o[gl_LocalInvocationIndex] = atomicOr(counter, 0);
}
