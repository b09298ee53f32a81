// All append the same value: only the number of elements matters, and that is certain.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(6,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x~10 2x~777
// ALLOWED 0.1: 4 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  o[atomicAdd(counter, 1)] = 10;
}
