#version 450
#extension GL_AMD_shader_trinary_minmax : require
// A NaN among the operands makes the result undefined; an infinity does not.
// COVERS: SPV_AMD_shader_trinary_minmax.FMin3AMD.operand-nan SPV_AMD_shader_trinary_minmax.FMax3AMD.operand-nan SPV_AMD_shader_trinary_minmax.FMid3AMD.operand-nan
// RUN: expect-status 3 spirv-run %s --strict --buffer 0.0=float32:nan,inf,2,nan --buffer '0.1=undef(48)' 2>&1 | FileCheck %s
// CHECK-DAG: [SPV_AMD_shader_trinary_minmax.FMin3AMD.operand-nan]
// CHECK-DAG: [SPV_AMD_shader_trinary_minmax.FMax3AMD.operand-nan]
// CHECK-DAG: [SPV_AMD_shader_trinary_minmax.FMid3AMD.operand-nan]
// RUN: spirv-run %s --strict --buffer 0.0=float32:-inf,inf,2,0 --buffer '0.1=undef(48)' | FileCheck %s --check-prefix=DEFINED
// DEFINED: 0.1: float32[12] = -inf 3 1 1 inf 3 1 3 2 0 3 1
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer X { float x[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { float results[12]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[3 * i] = min3(x[i], 1.0, 3.0);
  results[3 * i + 1] = max3(1.0, x[i], 3.0);
  results[3 * i + 2] = mid3(1.0, 3.0, x[i]);
}
