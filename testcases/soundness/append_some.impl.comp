// Some invocations append to a list.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 2x{11,13} 2x~777
// ALLOWED 0.1: 2 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex % 2 == 1) o[atomicAdd(counter, 1)] = 10 + gl_LocalInvocationIndex;
}
