// DenormFlushToZero flushes results, and permits flushing operands. 2^-127 * 2 is 2^-126, which is a normal number.
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=float32:5.877471754111438e-39' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic flush-results: not the same [arithmetic.denormal-operands]
// CHECK-NEXT: 0.1 (float32) differs in element 0: 1.1754944e-38 instead of 0
// CHECK-NEXT: results depend on whether denormal operands are flushed
// CHECK: no effect on this module: {{.*}}flush-denormals
// CHECK: portability: 1 of
// COVERS: arithmetic.denormal-operands
//
// RUN: spirv-run %s --buffer '0.0=float32:1.1754943508222875e-38' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of

#version 450
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, 32);  // DenormFlushToZero
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float a; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float result; };

void main()
{
    result = a * 2.0;
}
