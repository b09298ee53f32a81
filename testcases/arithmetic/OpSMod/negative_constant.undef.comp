// Operations in specialization constants that break a rule of the Vulkan environment ("the result is poison") or of SPIR-V
// report it if their result reaches an output, as the same instructions do at run time.
// COVERS: OpSMod.operand-negative OpShiftLeftLogical.shift-too-far
//
// RUN: expect-status 3 spirv-run %s --strict --buffer '0.0=zero(12)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=BOTH < %t.err
// RUN: spirv-run %s --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=BOTH
// VALUES: 0.0: int32[3] = undef undef 7
// BOTH-DAG: consequence: {{.*}}undefined-output: elements 0-1 of 0.0 (int32) are undefined after the run [output.undefined]
// BOTH-DAG: undefined-value: an operand is negative; Vulkan defines the result only with maintenance8 (--features maintenance8): the result is used by OpStore {{.*}} [OpSMod.operand-negative]
// BOTH-DAG: undefined-value: Shift is greater than or equal to the bit width of Base: the result is used by OpStore {{.*}} [OpShiftLeftLogical.shift-too-far]
//
// Where the results are not used, and where the operands are in range, nothing is reported.
// RUN: spirv-run %s -D UNUSED --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: {{^}}0.0: int32[3] = 0 0 7{{$}}
// UNUSED-NOT: {{.}}
// RUN: spirv-run %s --strict --spec 1=3 --spec 2=31 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN: {{^}}0.0: int32[3] = 1 -2147483648 7{{$}}
// TWIN-NOT: {{.}}
#version 460
layout(local_size_x = 1) in;
layout(constant_id = 1) const int dividend = -3;
layout(constant_id = 2) const int shift = 40;
const int remainder = dividend % 2;
const int shifted = 1 << shift;
layout(std430, set = 0, binding = 0) buffer Words { int words[]; };

void main() {
#ifdef UNUSED
  int unused = remainder + shifted;
#else
  words[0] = remainder;
  words[1] = shifted;
#endif
  words[2] = 7;
}
