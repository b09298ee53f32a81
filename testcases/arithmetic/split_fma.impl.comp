// fma rounds once or twice (unless it has NoContraction: see split_fma.pass.spvasm). a * b + c is 2^-24 exactly, and 0 where the product is rounded first.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:1.000244140625,1.000244140625,-1.00048828125' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic split-fma: not the same [arithmetic.fma]
// CHECK-NEXT: 0.1 (float32) differs in elements 0-1: 0 0 instead of 5.9604645e-08 5.9604645e-08
// CHECK-NEXT: results depend on
// CHECK: arithmetic low: not the same [arithmetic.error-bound]
// CHECK: no effect on this module: contract
// CHECK: portability: 2 of {{[0-9]+}} runs differ from the reference
// COVERS: arithmetic.fma

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a; float b; float c; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[2]; };

void main()
{
    float result = fma(a, b, c);
    vec2 results_of_vectors = fma(vec2(1.0, a), vec2(b), vec2(c));
    results[0] = result;
    results[1] = results_of_vectors.y;
}
