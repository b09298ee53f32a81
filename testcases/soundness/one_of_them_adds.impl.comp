// Which invocation is first is uncertain, but exactly one is.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,0)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{0,1}
// ALLOWED 0.1: 4 ~5

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (atomicAdd(counter, 1) == 0) {
    atomicAdd(other, 5);
    o[gl_LocalInvocationIndex] = 1;
  }
}
