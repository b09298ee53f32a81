// Vulkan bounds the error of sin and cos only from -pi to pi.
//
// RUN: spirv-run %s --buffer '0.0=float32:1,3.1415927,4' --buffer '0.1=zero(12)' --format json | FileCheck %s
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 0.84098
// CHECK-NEXT: "high": 0.84195
// CHECK: "offset": 4,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": -0.00048
// CHECK: "offset": 8,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "any": true,
// CHECK-NEXT: "instruction": "GLSL.std.450 Sin"
#version 450
layout(local_size_x = 3) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[]; };

void main() {
  target[gl_LocalInvocationIndex] = sin(source[gl_LocalInvocationIndex]);
}
