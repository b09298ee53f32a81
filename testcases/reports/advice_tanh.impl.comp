// Vulkan derives the precision of tanh() from a formula that overflows for large operands: the advice names the operand and
// the formula. The operand that is clamped as it says has no finding.
// RUN: spirv-run %s --buffer 0.0=float32:1,50,100,200 2>&1 | FileCheck %s
// CHECK: [vulkan.formula-may-be-nan]
// CHECK: help: the formula is sinh(x) / cosh(x), and an intermediate result of it overflows or is a NaN here: keep '{{.*}}' (%[[#]]) smaller, for example clamp it to [-10, 10], where a 32-bit tanh() has reached 1
// RUN: spirv-run %s -D CLAMPED --buffer 0.0=float32:1,50,100,200 2>&1 | FileCheck %s --check-prefix=CLAMPED --implicit-check-not=formula
// CLAMPED: 0.0: float32[4] = 0.7615942 1 1 1
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer V { float v[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef CLAMPED
  v[i] = tanh(clamp(v[i], -10, 10));
#else
  v[i] = tanh(v[i]);
#endif
}
