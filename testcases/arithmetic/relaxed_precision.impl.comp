#version 310 es
// Mediump values may have 16 bits: 2048 + 1 is then 2048, and 300 * 300 = 90000 is 24464 (the buffer is shown
// as uint32).
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:2048,1' --buffer '0.1=uint32:300' --buffer '0.2=int32:-300' --buffer '0.3=undef(16)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic relax: not the same [arithmetic.relaxed-precision]
// CHECK-NEXT: 0.3 (uint32) differs in elements 0-2: 1157627904 24464 25636 instead of 1157632000 90000 4294927396
// CHECK-NEXT: results depend on
// CHECK: portability: 1 of {{[0-9]+}} runs differs from the reference
// COVERS: arithmetic.relaxed-precision
//
// RUN: spirv-run %s -D PRECISION=highp --buffer '0.0=float32:2048,1' --buffer '0.1=uint32:300' --buffer '0.2=int32:-300' --buffer '0.3=undef(16)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of {{[0-9]+}} runs

#ifndef PRECISION
#define PRECISION mediump
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Floats { highp float a; highp float b; };
layout(std430, set = 0, binding = 1) readonly buffer Unsigned { highp uint u; };
layout(std430, set = 0, binding = 2) readonly buffer Signed { highp int i; };
layout(std430, set = 0, binding = 3) writeonly buffer Results { highp float sum; highp uint square; highp int product; };

void main()
{
    PRECISION float x = a, y = b;
    PRECISION uint v = u;
    PRECISION int w = i;
    sum = x + y;
    square = v * v;
    product = w * 133;
}
