// Without precise, an implementation may regroup sums and products, and compute quotients with reciprocals.
// No float equals 2^24 + 1 or 1 / 3, and 5 * (1 / 3) is rounded differently from 5 / 3.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:16777216,1,5,3' --buffer '0.1=undef(20)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic reassociate: not the same [arithmetic.association]
// a + 1 - a is 0, or 1 if a - a is computed first; a - (a + 1) likewise. 2^24 + (1 + 1) is 2^24 + 2; a * 3 / 3 is a.
// CHECK-NEXT: 0.1 (float32) differs in elements 0-2: 1 -1 16777218 instead of 0 0 16777216
// CHECK-NEXT: results depend on how sums and products of several operands are grouped
// CHECK: arithmetic reciprocal: not the same [arithmetic.reciprocal]
// CHECK-NEXT: 0.1 (float32) differs in element 4: 1.6666667 instead of 1.6666666
// COVERS: arithmetic.association arithmetic.reciprocal
//
// RUN: spirv-run %s -D PRECISE=precise --buffer '0.0=float32:16777216,1,5,3' --buffer '0.1=undef(20)' --arithmetic reassociate,reciprocal --dump 0.1 | FileCheck %s --check-prefix=PRECISE
// PRECISE: 0 0 16777216 16777216 1.6666666
//
// Sums that are exact do not depend on the grouping either.
//
// RUN: spirv-run %s --buffer '0.0=float32:8,1,6,3' --buffer '0.1=undef(20)' --arithmetic reassociate,reciprocal --dump 0.1 | FileCheck %s --check-prefix=EXACT
// EXACT: 1 -1 10 8 2

#version 450
#ifndef PRECISE
#define PRECISE
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a, one, x, three; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[5]; };

void main()
{
    PRECISE float taken_away = (a + one) - a;
    PRECISE float taken_from = a - (a + one);
    PRECISE float sum = (a + one) + one;
    PRECISE float of_product = a * three / three;
    PRECISE float quotient = x / three;
    results[0] = taken_away;
    results[1] = taken_from;
    results[2] = sum;
    results[3] = of_product;
    results[4] = quotient;
}
