#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_rotate : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_shader_quad_control : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 14) in;
layout(std430, set = 0, binding = 0) buffer B { uint v[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x = i * 10u;
  bool odd = (i & 1u) != 0u, two = i == 2u;
  uint rotated = subgroupRotate(x, 3u);
  uint clustered = subgroupClusteredRotate(x, 1u, 4u);
  uint up = subgroupShuffleUp(x, 2u);
  uint down = subgroupShuffleDown(x, 2u);
  uint by_xor = subgroupShuffleXor(x, 5u);
  uint horizontal = subgroupQuadSwapHorizontal(x);
  uint vertical = subgroupQuadSwapVertical(x);
  uint diagonal = subgroupQuadSwapDiagonal(x);
  uint of_quad = subgroupQuadBroadcast(x, 2u);
  bool any_two = subgroupQuadAny(two);
  bool all_odd = subgroupQuadAll(odd);
  uint sum = subgroupAdd(x);
  uint inclusive = subgroupInclusiveAdd(x);
  uint exclusive = subgroupExclusiveAdd(x);
  uint pairs = subgroupClusteredAdd(x, 2u);
  uvec4 parts = subgroupPartitionNV(i % 3u);
  uint part_sum = subgroupPartitionedAddNV(x, parts);
  uint part_inclusive = subgroupPartitionedInclusiveAddNV(x, parts);
  uint part_exclusive = subgroupPartitionedExclusiveAddNV(x, parts);
  v[i] = rotated + clustered + up + down + by_xor + horizontal + vertical + diagonal + of_quad + sum;
  if (i != 0u && i != 4u) {
    uint first = subgroupBroadcastFirst(x);
    uint inner_up = subgroupShuffleUp(x, 1u);
    uint inner_sum = subgroupClusteredAdd(x, 4u);
    uint inner_exclusive = subgroupExclusiveAdd(x);
    uint inner_rotated = subgroupClusteredRotate(x, 3u, 4u);
    v[i] += first + inner_up + inner_sum + inner_exclusive + inner_rotated;
  }
}
