#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// Sorts 256 words in each workgroup by their low byte, stably, with a pass for each bit: ranks come from ballots and from
// sums over the subgroups.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

shared uint keys[256];
shared uint zeros[257];  // of the subgroups before each one; then of all

void main() {
  const uint local = gl_LocalInvocationID.x;
  const uint rank_in_order = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
  for (uint round = 0; round < rounds; ++round) {
    keys[local] = source[(gl_GlobalInvocationID.x + 256u * round) & 16383u];
    barrier();
    for (uint bit = 0; bit < 8; ++bit) {
      const uint key = keys[rank_in_order];
      const bool is_zero = (key >> bit & 1u) == 0u;
      const uvec4 votes = subgroupBallot(is_zero);
      if (subgroupElect()) zeros[gl_SubgroupID] = subgroupBallotBitCount(votes);
      barrier();
      if (local == 0) {
        uint sum = 0;
        for (uint i = 0; i <= gl_NumSubgroups; ++i) {
          const uint here = i < gl_NumSubgroups ? zeros[i] : 0u;
          zeros[i] = sum;
          sum += here;
        }
      }
      barrier();
      const uint zeros_before = zeros[gl_SubgroupID] + subgroupBallotExclusiveBitCount(votes);
      const uint ones_before = rank_in_order - zeros_before;
      keys[is_zero ? zeros_before : zeros[gl_NumSubgroups] + ones_before] = key;
      barrier();
    }
    target[gl_GlobalInvocationID.x] = keys[local];
    barrier();
  }
}
