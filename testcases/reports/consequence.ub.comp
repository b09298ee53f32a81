// A division by zero makes an index undefined: the access with the index, and the output, are consequences of the division.
// RUN: expect-status 3 spirv-run %s --buffer '0.0=uint32:fill(4,0)' 2>&1 | FileCheck %s
// CHECK: {{^[^ ].*}}undefined-behavior: division by zero: Operand 2 (i - i) is 0 [OpUDiv.operand-2-zero]
// CHECK: {{^  consequence: .*}}undefined-behavior: an index has an undefined value [OpAccessChain.index-undefined]
// RUN: expect-status 3 spirv-run %s --buffer '0.0=uint32:fill(4,0)' --format json | FileCheck %s --check-prefix=JSON
// JSON: "clause": "OpUDiv.operand-2-zero"
// JSON-NOT: consequence_of
// JSON: "clause": "OpAccessChain.index-undefined"
// JSON: "consequence_of": 0
// An index that is undefined for its own reason has no cause among the findings.
// RUN: expect-status 3 spirv-run %s -D UNSET --buffer '0.0=uint32:fill(4,0)' 2>&1 | FileCheck %s --check-prefix=UNSET --implicit-check-not=consequence:
// UNSET: [OpAccessChain.index-undefined]
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer V { uint v[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef UNSET
  uint q;
#else
  const uint q = v[i] / (i - i);
#endif
  v[q] = 3;
}
