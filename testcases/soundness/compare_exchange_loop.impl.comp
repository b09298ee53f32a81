// An update in a compare-exchange loop: additions commute, but doubling and adding do not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:fill(2,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: ? ?
// ALLOWED 0.1: ~3 {4,5}

#version 460
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint expected = 0, found, tries = 0;
  while ((found = atomicCompSwap(counter, expected, expected + i + 1)) != expected) expected = found;
  expected = 0;
  while ((found = atomicCompSwap(other, expected, 2 * expected + i + 1)) != expected) {
    expected = found;
    ++tries;
  }
  o[i] = tries;
}
