#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// Repeated executions give the same results, even in lanes without a source; here they get the value of the first lane.
//
// RUN: spirv-run %s --no-explain --subgroup-size 1 --buffer '0.0=undef(3072)' --buffer '0.1=undef(3072)' --buffer 0.2=uint32:3 --output 0.0=%t.first --output 0.1=%t.last
// RUN: cmp %t.first %t.last
// RUN: spirv-run %s --no-explain --subgroup-size 2 --buffer '0.0=undef(3072)' --buffer '0.1=undef(3072)' --buffer 0.2=uint32:3 --output 0.0=%t.first --output 0.1=%t.last
// RUN: cmp %t.first %t.last
// RUN: spirv-run %s --no-explain --subgroup-size 4 --buffer '0.0=undef(3072)' --buffer '0.1=undef(3072)' --buffer 0.2=uint32:3 --output 0.0=%t.first --output 0.1=%t.last
// RUN: cmp %t.first %t.last
// RUN: spirv-run %s --no-explain --subgroup-size 32 --buffer '0.0=undef(3072)' --buffer '0.1=undef(3072)' --buffer 0.2=uint32:3 --output 0.0=%t.first --output 0.1=%t.last
// RUN: cmp %t.first %t.last
// RUN: spirv-run %s --no-explain --subgroup-size 128 --buffer '0.0=undef(3072)' --buffer '0.1=undef(3072)' --buffer 0.2=uint32:3 --output 0.0=%t.first --output 0.1=%t.last
// RUN: cmp %t.first %t.last
layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) writeonly buffer First { uint first[768]; };
layout(set = 0, binding = 1, std430) writeonly buffer Last { uint last[768]; };
layout(set = 0, binding = 2, std430) readonly buffer Amount { uint amount; };

void main() {
  const uint i = gl_LocalInvocationID.x;
  const uint lane = gl_SubgroupInvocationID;
  const bool truth = lane % 2 == 0;
  for (uint round = 0; round < 4; ++round) {
    uint found[6];
    found[0] = subgroupShuffleUp(truth, amount) ? 1 : 2;
    found[1] = subgroupShuffleDown(truth, 3u) ? 1 : 2;
    found[2] = subgroupShuffleUp(lane + 10, 3u);
    found[3] = uint(subgroupShuffleDown(uint8_t(lane + 10), amount));
    found[4] = subgroupShuffleUp(lane + 10, amount + lane % 2);
    found[5] = subgroupShuffle(truth, lane + amount) ? 1 : 2;
    for (uint k = 0; k < 6; ++k) {
      if (round == 0) first[128 * k + i] = found[k];
      last[128 * k + i] = found[k];
    }
  }
}
