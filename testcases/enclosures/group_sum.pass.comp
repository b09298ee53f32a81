// Group operations over every order and grouping of the contributions, and their minimum and maximum.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:iota(8,0.1,0.1)' --buffer '0.1=zero(128)' --format json | FileCheck %s
// The sum of 0.1, 0.2 and so on up to 0.8.
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 3.59999
// CHECK-NEXT: "high": 3.60000
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "instruction": "OpGroupNonUniformFAdd"
// The scan of the first contribution alone and the minimum of all are exact, so they are not listed.
// CHECK-NOT: "offset": 32,
// CHECK: "offset": 36,
// CHECK-NOT: "offset": {{6[48]|7[26]|8[048]|9[26]}},
// The same operations on an uncertain value.
// CHECK: "offset": 96,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 2.22
// CHECK-NEXT: "high": 2.22
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "instruction": "GLSL.std.450 Exp"
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float value = source[i];
  target[i] = subgroupAdd(value);
  target[8 + i] = subgroupInclusiveAdd(value);
  target[16 + i] = subgroupMin(value);
  target[24 + i] = subgroupMax(subgroupShuffleXor(exp(value), 1));
}
