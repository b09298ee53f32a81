// 1 + 3 * 2^-25 is between 1 and 1 + 2^-23, and nearer to the latter.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:1,8.940696716308594e-08' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic toward-zero: not the same [arithmetic.rounding-mode]
// CHECK-NEXT: 0.1 (float32) differs in element 0: 1 instead of 1.0000001
// CHECK-NEXT: results depend on
// CHECK: portability: 1 of {{[0-9]+}} runs differs from the reference
// COVERS: arithmetic.rounding-mode
//
// With a declared rounding mode, or an exact result, there is only one result.
//
// RUN: spirv-run %s -D TO_NEAREST --buffer '0.0=float32:1,8.940696716308594e-08' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// RUN: spirv-run %s --buffer '0.0=float32:1,1.1920929e-07' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of {{[0-9]+}} runs

#version 450
#ifdef TO_NEAREST
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);  // RoundingModeRTE
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a; float b; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float result; };

void main()
{
    result = a + b;
}
