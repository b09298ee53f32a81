// Integers, Booleans, bits, indices and paths of branches that depend on the rounding of a float depend on the implementation.
// Floats that differ only by their precision have no mark. Results that are exact on every implementation decide without one.
// RUN: spirv-run %s --buffer '0.0=float32:0.3,0.5' --buffer '0.1=zero(64)' --buffer '0.2=zero(4)' | FileCheck %s
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:0.3,0.5' --buffer '0.1=zero(64)' --buffer '0.2=zero(4)' --strict | FileCheck %s
// CHECK: 0.1: uint32[16] =
// CHECK-SAME: 13517? 1065353216? 1 7? 5 1? 9? 3
// CHECK-SAME: 14336 1061158912 1 2 5 3 9 3
// CHECK: 0.2: float32[1] = 1
//
// Other choices of arithmetic change the marked elements only.
// RUN: spirv-run %s --arithmetic toward-zero --buffer '0.0=float32:0.3,0.5' --buffer '0.1=zero(64)' --buffer '0.2=zero(4)' | FileCheck %s --check-prefix=OTHER
// OTHER: 0.1: uint32[16] = 13516?
// OTHER-SAME: 3 14336 1061158912 1 2 5 3 9 3

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Given { float given[2]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[16]; };
layout(std430, set = 0, binding = 2) buffer Precise { float sum; };

// 1 for 0.3: the product is exact, the sum is rounded to 1 or up. 0.75 for 0.5.
float value(uint i) { return i == 0 ? given[0] * 3.0 + 0.1 : given[1] + 0.25; }

void main() {
  const uint table[4] = uint[4](3, 5, 7, 9);
  for (uint i = 0; i < 2; ++i) {
    const float x = value(i), limit = i == 0 ? 1.0 : 0.75;
    const uint first = 8 * i;
    results[first] = packHalf2x16(vec2(given[i], 0));
    results[first + 1] = floatBitsToUint(x);
    results[first + 2] = x >= limit ? 1 : 0;
    results[first + 3] = table[uint(x * 2.0)] - (i == 0 ? 0 : 3);
    results[first + 4] = 5;
    if (x < limit) results[first + 4] = 4;
    uint n = 0;
    for (float y = 0; y < x * 3.0; y += 1.0) ++n;
    results[first + 5] = i == 0 ? n / 3 : n;
    results[first + 6] = x > limit ? 8 : 9;
    results[first + 7] = uint(given[i] + 3.25);
  }
  sum = value(0);
}
