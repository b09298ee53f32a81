#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
// A scan in one pass: each subgroup sums a tile, publishes the sum with a flag, and looks back at earlier
// tiles until it finds one with the sum of all tiles up to it.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) coherent buffer Target {
  uint flags[256];
  uint totals[256];    // of a tile
  uint all_until[256]; // of a tile and those before it
  uint results[8192];
};

const int in_buffer = gl_StorageSemanticsBuffer;

void main() {
  for (uint round = 1; round <= rounds; ++round) {
    const uint tile = 8 * round + gl_SubgroupID;
    const uint begin = 128 * tile + 4 * gl_SubgroupInvocationID;
    uvec4 values;
    for (uint i = 0; i < 4; ++i) values[i] = source[(begin + i) & 16383];
    values.y += values.x;
    values.z += values.y;
    values.w += values.z;
    const uint until_lane = subgroupInclusiveAdd(values.w);
    const uint total = subgroupAdd(values.w);

    uint before = 0;
    if (subgroupElect()) {
      totals[tile & 255] = total;
      atomicStore(flags[tile & 255], 2 * round, gl_ScopeDevice, in_buffer, gl_SemanticsRelease);
      for (uint earlier = tile - 1; earlier >= 8; --earlier) {
        const uint its_round = earlier >> 3;
        uint flag;
        do {
          flag = atomicLoad(flags[earlier & 255], gl_ScopeDevice, in_buffer, gl_SemanticsAcquire);
        } while (flag < 2 * its_round);
        if (flag > 2 * its_round) {
          before += all_until[earlier & 255];
          break;
        }
        before += totals[earlier & 255];
      }
      all_until[tile & 255] = before + total;
      atomicStore(flags[tile & 255], 2 * round + 1, gl_ScopeDevice, in_buffer, gl_SemanticsRelease);
    }
    before = subgroupBroadcastFirst(before) + until_lane - values.w;

    for (uint i = 0; i < 4; ++i) results[(begin + i) & 8191] = before + values[i];
    barrier();
  }
}
