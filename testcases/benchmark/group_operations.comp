#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
// Group operations: reductions, scans, shuffles, ballots and votes.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 32;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint last = gl_SubgroupSize - 1;
  uint x = source[i];
  float y = float(x & 0xFFu);
  for (uint round = 0; round < rounds; ++round) {
    const uint sum = subgroupAdd(x);
    const uint prefix = subgroupExclusiveAdd(x);
    const float largest = subgroupMax(y);
    const float running = subgroupInclusiveAdd(y);
    x = subgroupShuffleXor(x, 1u) + prefix;
    x ^= subgroupShuffle(x, (gl_SubgroupInvocationID + round) & last);
    const uvec4 odd = subgroupBallot((x & 1u) != 0);
    x += subgroupBallotBitCount(odd) + subgroupBallotExclusiveBitCount(odd);
    if (subgroupAny(x == sum)) x += 1u;
    // Small integers: their sums are exact in any order.
    y = float(uint(running + largest + subgroupBroadcastFirst(y)) & 0xFFu);
  }
  target[i] = x + uint(y);
}
