// Integers that floats decide keep their values through arithmetic, bitwise instructions and comparisons.
//
// RUN: spirv-run %s --buffer 0.0=float32:0.3 --buffer '0.1=zero(28)' --format json | FileCheck %s
// 0.3 / 0.1 is 3, or less by some ULP: 3 or 2.
// CHECK: "enclosures": [
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 2,
// CHECK-NEXT: "high": 3,
// CHECK: "offset": 4,
// CHECK: "values": [5, 7],
// CHECK: "offset": 8,
// CHECK: "values": [0, 15],
// CHECK: "offset": 12,
// Operands count as independent of each other: 2 or 3, and 16 or 32.
// CHECK: "values": [18, 19, 34, 35],
// CHECK: "offset": 16,
// CHECK: "low": -3,
// CHECK-NEXT: "high": -2,
// At least 2, and less than 5, whatever the integer is.
// CHECK-NOT: "offset": {{20|24}},
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source; };
layout(std430, set = 0, binding = 1) buffer Target { int target[7]; };

void main() {
  const uint whole = uint(source / 0.1);
  target[0] = int(whole);
  target[1] = int(2 * whole + 1);
  target[2] = int((whole - 3) >> 28);
  target[3] = int(whole | (whole - 1) << 4);
  target[4] = int(-source / 0.1);
  target[5] = int(min(whole, 2));
  target[6] = whole < 5 ? 1 : 2;
}
