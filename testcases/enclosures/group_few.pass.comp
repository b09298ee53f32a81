// Sums of few contributions have the set of values that some order gives. Stores, shuffles, loads and single operations
// keep the set.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=float32:0.1,0.2,0.3,0.4' --buffer '0.1=zero(112)' --format json | FileCheck %s
// The sum of all contributions.
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 0.99999994,
// CHECK-NEXT: "high": 1.0000001,
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "values": [0.99999994, 1.0, 1.0000001],
// CHECK-NEXT: "instruction": "OpGroupNonUniformFAdd"
// The inclusive scan of two and of three contributions.
// CHECK-NOT: "offset": 16,
// CHECK: "offset": 20,
// CHECK: "values": [0.29999998, 0.3],
// CHECK: "offset": 24,
// CHECK: "values": [0.59999996, 0.6, 0.6000001],
// Shuffled.
// CHECK: "offset": 32,
// CHECK: "values": [0.99999994, 1.0, 1.0000001],
// Doubled.
// CHECK: "offset": 48,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 1.9999999,
// CHECK-NEXT: "high": 2.0000002,
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "values": [1.9999999, 2.0, 2.0000002],
// CHECK-NEXT: "instruction"
// A cluster.
// CHECK: "offset": 64,
// CHECK: "values": [0.29999998, 0.3],
// Lanes 0 and 2 of a partition; lanes 1 and 3. The minimum is exact.
// CHECK: "offset": 80,
// CHECK: "values": [0.4, 0.40000004],
// CHECK: "offset": 84,
// CHECK: "values": [0.59999996, 0.6],
// CHECK-NOT: "offset": {{96|100|104|108}},
//
// RUN: expect-status 3 spirv-run %s --subgroup-size 4 --buffer '0.0=float32:0.1,0.2,0.3,0.4' --buffer '0.1=zero(112)' --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: is one of 0.99999994, 1, 1.0000001
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) buffer Target { float target[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float value = source[i];
  target[i] = subgroupAdd(value);
  target[4 + i] = subgroupInclusiveAdd(value);
  target[8 + i] = subgroupShuffleXor(target[i], 1);
  target[12 + i] = 2.0 * target[i];
  target[16 + i] = subgroupClusteredAdd(value, 2);
  const uvec4 subsets = subgroupPartitionNV(i % 2);
  target[20 + i] = subgroupPartitionedAddNV(value, subsets);
  target[24 + i] = subgroupPartitionedMinNV(value, subsets);
}
