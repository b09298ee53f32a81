// A subgroup barrier orders the atomics of one subgroup, not those of the other.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 2 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case ONE --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{2,3,4}
// ALLOWED 0.1: 4 0
// ALLOWED-ONE 0.0: 4x4
// ALLOWED-ONE 0.1: 4 0

#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  atomicAdd(counter, 1);
  subgroupMemoryBarrierBuffer();
  subgroupBarrier();
  o[gl_LocalInvocationIndex] = atomicAdd(counter, 0);
}
