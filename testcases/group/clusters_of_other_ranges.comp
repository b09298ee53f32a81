#version 460
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
// Repeated executions give the same results, even if only later clusters contain numbers far from 1, or of both signs.
//
// RUN: spirv-run %s --subgroup-size 32 --no-explain --buffer '0.0=undef(256)' --buffer '0.1=float32:random(32,5)' --dump 0.0 | FileCheck %s
// CHECK: 0.0: uint32[64] =
// CHECK-COUNT-4: {{^ *[0-9]+:( 1\?){16}$}}
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) writeonly buffer Result { uint same[64]; };
layout(std430, set = 0, binding = 1) readonly buffer Contributions { float contributions[32]; };

void main() {
  const uint lane = gl_SubgroupInvocationID;
  float factor = 1 + contributions[lane];
  if (lane % 8 == 0 && lane >= 8) factor *= 131072.0;
  float16_t summand = float16_t(1 + contributions[lane]);
  if (lane % 2 == 1 && lane >= 8) summand *= float16_t(-0.001);
  float product = 0;
  float16_t sum = float16_t(0);
  bool same_product = true, same_sum = true;
  for (uint round = 0; round < 4; ++round) {
    const float again = subgroupClusteredMul(factor, 8);
    const float16_t sum_again = subgroupClusteredAdd(summand, 8);
    same_product = same_product && (round == 0 || again == product);
    same_sum = same_sum && (round == 0 || sum_again == sum);
    product = again;
    sum = sum_again;
  }
  same[lane] = same_product ? 1 : 0;
  same[32 + lane] = same_sum ? 1 : 0;
}
