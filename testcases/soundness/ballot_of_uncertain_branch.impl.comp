// A ballot on an uncertain condition, and a broadcast of the first lane's ticket.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(12,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{1,2,4,8} 4x~1 4x{0,1,2,3}

#version 460
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(counter, 1);
  const uint first = subgroupBallot(ticket == 0).x;
  o[i] = first;
  o[i + 4] = bitCount(first);
  o[i + 8] = subgroupBroadcastFirst(ticket);
}
