// A loop has two exits that depend on the order of atomics. An invocation stores after the first one, so paths that leave at the second
// one have stored, unlike those that leave at the first.
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(4)'
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=zero(16)' --buffer '0.1=zero(4)'
// ALLOWED 0.0: {0,1} {0,1} ~1 ~1

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Result { uint result[]; };
layout(std430, set = 0, binding = 1) buffer Counter { uint counter; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(counter, i);  // the sum of some of the other indices: 5 for invocations 0 and 1 at most
  for (uint n = 0; n < 2 && ticket % 6 < 5; ++n) {
    result[i] = 1;
    if (ticket < 1) break;
  }
}
