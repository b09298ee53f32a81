// A product and a sum may be computed with one rounding, unless they are precise. Here a = b = 1 + 2^-12 and
// c = -(1 + 2^-11), so a * b + c is exactly 2^-24, or 0 if the product is rounded first.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:1.000244140625,1.000244140625,-1.00048828125,-1.00048828125' --buffer '0.1=undef(12)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic contract: not the same [arithmetic.contraction]
// CHECK-NEXT: 0.1 (float32) differs in elements 0-2: 5.9604645e-08 -5.9604645e-08 5.9604645e-08 instead of 0 0 0
// CHECK-NEXT: results depend on whether sums of products are rounded once or twice; {{.*}}
// CHECK-NEXT: the difference starts at {{.*}}contraction.impl.comp:{{[0-9]+}}: {{.*}} = OpFAdd
// CHECK-NEXT: in the invocation with local index 0 of workgroup 0
// CHECK-NEXT: to reproduce: spirv-run {{.*}} --arithmetic contract{{$}}
// CHECK-NEXT: the same with arithmetic toward-zero, flush-denormals, flush-results, other-zeros, other-nans
// CHECK-NEXT: no effect on this module: split-fma, reassociate, reciprocal, low, high, relax, assume-finite
// CHECK: portability: 1 of {{[0-9]+}} runs differs from the reference
// COVERS: arithmetic.contraction
//
// RUN: spirv-run %s -D PRECISE=precise --buffer '0.0=float32:1.000244140625,1.000244140625,-1.00048828125,-1.00048828125' --buffer '0.1=undef(12)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of {{[0-9]+}} runs
//
// The run with contraction alone; differences and vectors are contracted as well.
//
// RUN: spirv-run %s --arithmetic contract --buffer '0.0=float32:1.000244140625,1.000244140625,-1.00048828125,-1.00048828125' --buffer '0.1=undef(12)' --dump 0.1 | FileCheck %s --check-prefix=FUSED
// FUSED: 5.9604645e-08 -5.9604645e-08 5.9604645e-08

#version 450
#ifndef PRECISE
#define PRECISE
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a; float b; float c; float d; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[3]; };

void main()
{
    PRECISE float sum_of_product = a * b + c;
    PRECISE float difference = -d - a * b;
    PRECISE vec2 scaled = vec2(b, a) * a - vec2(-c);
    results[0] = sum_of_product;
    results[1] = difference;
    results[2] = scaled.y;
}
