// Sums and products of integers are exact in every order and rounding mode, also across memory, barriers and subgroups.
//
// RUN: spirv-run %s --buffer '0.0=float32:iota(16,1)' --buffer '0.1=zero(64)' --format json | FileCheck %s
// CHECK: "data": [147.0, 151.0, 155.0, 159.0,
// CHECK-NOT: "enclosures"
// CHECK: "diagnostics"
//
// With fractions, each sum depends on the order, on the rounding, or on both.
//
// RUN: spirv-run %s --buffer '0.0=float32:iota(16,0.1,0.1)' --buffer '0.1=zero(64)' --format json | FileCheck %s --check-prefix=FRACTIONS
// FRACTIONS: "enclosures": [
// FRACTIONS: "offset": 0,
// FRACTIONS-NEXT: "bytes": 4,
// FRACTIONS-NEXT: "low": 14.69996
// FRACTIONS-NEXT: "high": 14.70003
// FRACTIONS-NEXT: "nan": false,
// FRACTIONS-NEXT: "instruction": "Op
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[]; };
shared float doubled[16];

void main() {
  const uint i = gl_LocalInvocationIndex;
  doubled[i] = 2.0 * source[i];
  barrier();
  target[i] = subgroupAdd(source[i]) + doubled[i] + doubled[(i + 1) % 16] - 3.0 * source[0] + 8.0 * source[0];
}
