// Votes by Or of the same bits: only the first vote is uncertain. If the bits are already set, or after a barrier, nothing is.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer 0.1=uint32:0,3
// ALLOWED 0.0: 4x{6,7}
// ALLOWED 0.1: 1 3

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint first = atomicOr(counter, 1);
  const uint set_before = atomicOr(other, 2);
  memoryBarrierBuffer();
  barrier();
  const uint all = atomicOr(counter, 0);
  o[gl_LocalInvocationIndex] = first + 2 * set_before * all;
}
