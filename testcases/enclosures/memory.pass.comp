// Stores and loads keep intervals; another store replaces them. Bits that are cast from a float have the interval of its
// bits.
//
// RUN: spirv-run %s --buffer '0.0=float32:1' --buffer '0.1=zero(32)' --format json | FileCheck %s
// CHECK: "0.1": {
// CHECK: "enclosures": [
// An uncertain value, stored and loaded.
// CHECK: "offset": 0,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 2.71828
// CHECK-NEXT: "high": 2.71828
// Its bits, doubled as an integer: 0x402DF854 is the float next to e.
// CHECK: "offset": 8,
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "low": 2153509024,
// CHECK-NEXT: "high": 2153509042,
// CHECK-NEXT: "nan": false,
// CHECK-NEXT: "values": [2153509024, 2153509026, 2153509028, 2153509030, 2153509032,
// CHECK: "instruction": "GLSL.std.450 Exp"
// A place is exact again after an exact value was stored there.
// CHECK-NOT: "offset": 4
// CHECK-NOT: "offset": 12
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) buffer Target { float value; float replaced; uint bits; float exact; } target;

void main() {
  const float grown = exp(source[0]);
  target.replaced = grown;
  target.value = target.replaced;
  target.bits = 2u * floatBitsToUint(target.value);
  target.replaced = 5.0;
  target.exact = target.replaced + 1.0;
}
