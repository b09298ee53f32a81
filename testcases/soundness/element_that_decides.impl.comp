// An uncertain value selects the array element that an atomic accesses.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(16)' --buffer '0.2=zero(4)'
// ALLOWED 0.0: 4x777
// ALLOWED 0.1: ~2 ~2 ~0 ~0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint o_count[4]; };
layout(std430, set = 0, binding = 2) coherent buffer B2 { uint o_ticket; };

void main() {
  atomicAdd(o_count[atomicAdd(o_ticket, 1) & 1], 1);
}
