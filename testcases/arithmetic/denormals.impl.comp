// Half of the smallest normal number, 2^-126, is a denormal.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:1.1754943508222875e-38' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic flush-denormals: not the same [arithmetic.denormals]
// CHECK-NEXT: 0.1 (float32) differs in element 0: 0 instead of 5.877472e-39
// CHECK-NEXT: results depend on
// CHECK: portability: 2 of {{[0-9]+}} runs differ from the reference
// COVERS: arithmetic.denormals
//
// DenormPreserve preserves them; half of 2^-125 is a normal number.
//
// RUN: spirv-run %s -D PRESERVE --buffer '0.0=float32:1.1754943508222875e-38' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// RUN: spirv-run %s --buffer '0.0=float32:2.350988701644575e-38' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of {{[0-9]+}} runs

#version 450
#ifdef PRESERVE
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, 32);  // DenormPreserve
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float result; };

void main()
{
    result = a * 0.5;
}
