// A counter in workgroup memory is reset between barriers and read after them.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(12,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x4 4x8 4x12

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
shared uint count;

void main() {
  for (uint round = 0; round < 3; ++round) {
    if (gl_LocalInvocationIndex == 0) count = 0;
    barrier();
    atomicAdd(count, round + 1);
    barrier();
    o[4 * round + gl_LocalInvocationIndex] = count;
    barrier();
  }
}
