// Results that depend on the sign of a zero, the bits of a NaN, or an infinity, without SignedZeroInfNanPreserve.
// In a buffer of floats, zeros of both signs are the same number, and so are all NaNs (results[0] and results[1]).
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:3,0,inf' --buffer '0.1=undef(16)' --buffer '0.2=undef(12)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic other-zeros: not the same [arithmetic.sign-of-zero]
// CHECK-NEXT: 0.1 (float32) differs in element 2: -inf instead of inf
// CHECK-NEXT: 0.2 (uint32) differs in element 0: 2147483648 instead of 0
// CHECK-NEXT: results depend on the sign of a zero
// CHECK: arithmetic other-nans: not the same [arithmetic.nan-bits]
// CHECK-NEXT: 0.2 (uint32) differs in element 1:
// CHECK-NEXT: results depend on the sign or the payload of a NaN
// CHECK: arithmetic assume-finite: not the same [arithmetic.assumed-finite]
// CHECK-NEXT: 0.1 (float32) differs in element 3: 1 instead of 0
// CHECK-NEXT: 0.2 (uint32) differs in element 2: 0 instead of 7
// CHECK-NEXT: results depend on a NaN or an infinity
// COVERS: arithmetic.sign-of-zero arithmetic.nan-bits arithmetic.assumed-finite
//
// The execution mode defines everything except the bits of a NaN.
//
// RUN: expect-status 3 spirv-run %s -D PRESERVE --buffer '0.0=float32:3,0,inf' --buffer '0.1=undef(16)' --buffer '0.2=undef(12)' --check-arithmetic | FileCheck %s --check-prefix=MODE
// MODE-NOT: sign-of-zero
// MODE: nan-bits
// MODE-NOT: assumed-finite
// MODE: no effect on this module: {{.*}}other-zeros, assume-finite
//
// Without special values, no result depends on them, except for the sign of a zero.
//
// RUN: spirv-run %s --buffer '0.0=float32:3,2,0' --buffer '0.1=undef(16)' --buffer '0.2=undef(12)' --arithmetic other-nans,assume-finite --dump 0.1 --dump 0.2 | FileCheck %s --check-prefix=ORDINARY
// ORDINARY: 1 0 1 1
// ORDINARY: 1065353216 0? 0

#version 450
#ifdef PRESERVE
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float three, difference, extreme; };
layout(std430, set = 0, binding = 1) writeonly buffer Floats { float results[4]; };
layout(std430, set = 0, binding = 2) writeonly buffer Words { uint words[3]; };

void main()
{
    float zero = three - 2.0 - (difference == 0.0 ? 1.0 : 0.0);
    float not_a_number = extreme - extreme;
    results[0] = zero;
    results[1] = not_a_number;
    results[2] = 1.0 / zero;
    results[3] = not_a_number < 1.0 ? 1.0 : 0.0;
    words[0] = floatBitsToUint(zero);
    words[1] = floatBitsToUint(not_a_number);
    words[2] = (isnan(not_a_number) ? 4 : 0) + (isinf(extreme) ? 2 : 0) + (extreme * 0.0 == 0.0 ? 0 : 1);
}
