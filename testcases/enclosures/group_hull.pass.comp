// Sums of up to twelve contributions lie between the least and the greatest result of all orders: beside 10^8, each of the six ones may be lost,
// or rounded up to 8.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=float32:1e8,1,1,1,1,1,1,-1e8' --buffer '0.1=zero(32)' --buffer '0.2=zero(32)' --format json --dump all > %t.json
// RUN: FileCheck %s < %t.json
// CHECK: "0.1"
// CHECK: "enclosures"
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 0.0,
// CHECK-NEXT: "high": 48.0,
// The inclusive scan of the first seven contributions, whose sum cannot cancel: 10^8 with up to six units of 8.
// CHECK: "0.2"
// CHECK: "offset": 24,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 100000000.0,
// CHECK-NEXT: "high": 100000048.0,
// CHECK: "offset": 28,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 0.0,
// CHECK-NEXT: "high": 48.0,
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) buffer Sums { float sums[]; };
layout(std430, set = 0, binding = 2) buffer Scans { float scans[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  sums[i] = subgroupAdd(source[i]);
  scans[i] = subgroupInclusiveAdd(source[i]);
}
