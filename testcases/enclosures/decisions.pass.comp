// If the precision of a float decides a comparison or a conversion to an integer, the result and all values
// that depend on it are marked. If it cannot decide it, the result is exact.
//
// RUN: spirv-run %s --buffer '0.0=float32:1,0.5,2,0.25' --buffer '0.1=zero(16)' --buffer '0.2=zero(16)' --format json | FileCheck %s
// CHECK: "0.1": {
// CHECK: "data": [2, 1, 7, 1],
// exp(1) is 2.718 and exp(0.25) is 1.284, far from an integer; 7.389 is the float next to exp(2), truncated.
// CHECK-NOT: "enclosures"
// CHECK: "0.2": {
// Only the comparison of log(exp(x)) with x may give either result.
// CHECK: "enclosures": [
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 0,
// CHECK-NEXT: "high": 1,
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "instruction": "GLSL.std.450 Exp"
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Whole { int whole[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Answer { uint answer[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float grown = exp(source[i]);
  whole[i] = int(grown);
  answer[i] = log(grown) > 0.9999999 * source[i] ? 1u : 0u;
}
