// Invocations take pieces of work: which invocation takes which piece is uncertain, the result of each piece is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(24)'
// ALLOWED 0.0: ~1 ~4 ~9 ~16
// ALLOWED 0.1: ~6 0 ? ? 2x*

#version 460
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; uint mine[4]; };

void main() {
  uint done = 0;
  for (uint piece = atomicAdd(counter, 1); piece < 4; piece = atomicAdd(counter, 1)) {
    o[piece] = (piece + 1) * (piece + 1);
    ++done;
  }
  mine[gl_LocalInvocationIndex] = done;
}
