// Atan2 of two zeros is undefined, and an implementation may flush a denormal operand to 0.
//
// RUN: spirv-run %s --buffer '0.0=float32:0,1e-40,1' --buffer '0.1=zero(8)' --format json | FileCheck %s
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "any": true
// CHECK: "offset": 4,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": {{-?[0-9]}}
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float zero, denormal, one; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[]; };

void main() {
  target[0] = atan(zero, denormal);
  target[1] = atan(denormal, one);
}
