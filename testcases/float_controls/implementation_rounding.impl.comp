// packHalf2x16 and OpQuantizeToF16 are "correctly rounded with implementation-defined rounding mode", which RoundingModeRTE
// and RoundingModeRTZ do not declare. 2049.9 lies between the halves 2048 (0x6800) and 2050 (0x6801), and is nearest to the latter.
//
// RUN: expect-status 3 spirv-run %s -D MODE=4462 -D WIDTH=16 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: expect-status 3 spirv-run %s -D MODE=4462 -D WIDTH=32 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: expect-status 3 spirv-run %s -D MODE=4463 -D WIDTH=16 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: expect-status 3 spirv-run %s -D MODE=4463 -D WIDTH=32 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-DAG: 0.1: uint32[2] = 3892406273? 1157636096?
// STRICT-DAG: element 0 of 0.1 (uint32) may differ between implementations because of the precision of {{.*}}PackHalf2x16
// STRICT-DAG: element 1 of 0.1 (uint32) may differ between implementations because of the precision of {{.*}}OpQuantizeToF16
//
// RUN: expect-status 3 spirv-run %s -D MODE=4462 -D WIDTH=16 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D MODE=4462 -D WIDTH=32 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D MODE=4463 -D WIDTH=16 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D MODE=4463 -D WIDTH=32 --buffer '0.0=float32:2049.9,-2049.9' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s
// CHECK: arithmetic toward-zero: not the same [arithmetic.rounding-mode]
// CHECK-NEXT: 0.1 (uint32) differs in elements 0-1: 3892340736 1157627904 instead of 3892406273 1157636096
// COVERS: arithmetic.rounding-mode
//
// Values that 16 bits represent have one result.
//
// RUN: spirv-run %s -D MODE=4463 -D WIDTH=32 --buffer '0.0=float32:2050,-2048' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// RUN: spirv-run %s -D MODE=4463 -D WIDTH=32 --buffer '0.0=float32:2050,-2048' --buffer '0.1=undef(8)' --strict 2>&1 | FileCheck %s --check-prefix=EXACT --implicit-check-not=differ
// SAME: portability: 0 of
// EXACT: 0.1: uint32[2] = 3892340737 1157636096

#version 450
#extension GL_EXT_spirv_intrinsics : enable
#if MODE == 4462
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, WIDTH);  // RoundingModeRTE
#else
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4468], 4463, WIDTH);  // RoundingModeRTZ
#endif
spirv_instruction(id = 116) float quantize(float value);
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { vec2 values; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint packed; uint quantized; };

void main()
{
    packed = packHalf2x16(values);
    quantized = floatBitsToUint(quantize(values.x));
}
