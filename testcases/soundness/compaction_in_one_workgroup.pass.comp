// Stream compaction by one subgroup: everything is certain.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 1 3 777 777
// ALLOWED 0.1: 2 0

#version 460
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint value = gl_GlobalInvocationID.x;
  const bool keeps = value % 2 == 1;
  const uvec4 all = subgroupBallot(keeps);
  uint base = 0;
  if (subgroupElect()) base = atomicAdd(counter, subgroupBallotBitCount(all));
  base = subgroupBroadcastFirst(base);
  if (keeps) o[base + subgroupBallotExclusiveBitCount(all)] = value;
}
