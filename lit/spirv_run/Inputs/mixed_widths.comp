#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer B { uint64_t o[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint8_t a = uint8_t(i * 37u); int64_t b = int64_t(i) - 5l;
  uint64_t r = uint64_t(subgroupAdd(a)) + uint64_t(subgroupInclusiveMul(b)) * 3ul + uint64_t(subgroupMin(b)) ;
  for (uint k = 0; k < 3; ++k) { if (k == 1 && (i & 1u) == 0u) continue; r = r * 31ul + uint64_t(subgroupExclusiveXor(a + uint8_t(k))); }
  r += uint64_t(subgroupShuffleXor(b, 1u & (gl_SubgroupSize - 1u))) + uint64_t(subgroupExclusiveMax(b) & 0xfl);
  o[i] = r;
}
