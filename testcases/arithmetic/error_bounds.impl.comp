// exp, log, sin, sqrt, a quotient, and functions that are defined by these have error bounds in ULP.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:2,1,0,3' --buffer '0.1=undef(24)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic low: not the same [arithmetic.error-bound]
// e^2 is 7.389056; 3 + 2 * 2 ULP of 2^-21 below that is 7.3890528. log(1) and sin(0) have absolute errors of 2^-21 and 2^-11.
// CHECK-NEXT: 0.1 (float32) differs in elements 0-4: 7.389053 -4.7683713e-07 -0.00048828125 0.66666657 1.7320503 instead of 7.389056 0 0 0.6666667 1.7320508
// CHECK-NEXT: results depend on where instruction results lie within their error bounds
// CHECK: arithmetic high: not the same [arithmetic.error-bound]
// The remainder of 3 by 3 may be 3, because the quotient may be slightly less than 1.
// CHECK-NEXT: 0.1 (float32) differs in elements 0-5: 7.389059 4.7683713e-07 0.00048828125 0.6666668 1.7320513 3 instead of
// CHECK: portability: {{[23]}} of {{[0-9]+}} runs differ from the reference
// COVERS: arithmetic.error-bound
//
// Results that ignore the last bits are certain.
//
// RUN: spirv-run %s -D ROBUST --buffer '0.0=float32:2,1,0,3' --buffer '0.1=undef(24)' --arithmetic low --dump 0.1 | FileCheck %s --check-prefix=ROBUST
// RUN: spirv-run %s -D ROBUST --buffer '0.0=float32:2,1,0,3' --buffer '0.1=undef(24)' --arithmetic high --dump 0.1 | FileCheck %s --check-prefix=ROBUST
// RUN: spirv-run %s -D ROBUST --buffer '0.0=float32:2,1,0,3' --buffer '0.1=undef(24)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// ROBUST: 7.5 0 0 0.75 1.75 0
// SAME: the same with arithmetic {{.*}}low, high
// RUN: expect-status 2 spirv-run %s --arithmetic low,high 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --arithmetic: low and high exclude each other
// SAME: portability: 0 of

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float two, one, zero, three; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[6]; };

#ifdef ROBUST
float shown(float x) { return float(int(floor(x * 4.0 + 0.5))) * 0.25; }
float rest(float x, float y) { return x - y * floor(x / y + 0.25); }
#else
float shown(float x) { return x; }
float rest(float x, float y) { return mod(x, y); }
#endif

void main()
{
    results[0] = shown(exp(two));
    results[1] = shown(log(one));
    results[2] = shown(sin(zero));
    results[3] = shown(two / three);
    results[4] = shown(sqrt(three));
    results[5] = rest(three, three);
}
