// Each workgroup draws a ticket, which depends on their order. The number of tickets does not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{0,1,2,3}
// ALLOWED 0.1: 4 0

#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  o[gl_WorkGroupID.x] = atomicAdd(counter, 1);
}
