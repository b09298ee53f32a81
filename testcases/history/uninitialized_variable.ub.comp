// A variable that only some lanes set passes through a function, a loop and a buffer to the branch that uses it.
//
// RUN: not spirv-run %s --buffer '0.0=zero(32)' 2>&1 | FileCheck %s
// RUN: not spirv-run %s --buffer '0.0=zero(32)' --no-explain 2>&1 | FileCheck %s --check-prefix=PLAIN
// CHECK: 0.0: uint32[8] = 0 6 12 18 undef undef undef undef
// CHECK: uninitialized_variable.ub.comp:[[# @LINE + 34]]: undefined-behavior: {{.*}}[OpBranchConditional.condition-undefined]
// CHECK: lanes 4-7 of subgroup 0
// CHECK-NEXT: %{{[0-9]+}} = undefined
// CHECK-NOT: %{{[0-9]+}} = 0
// CHECK: uninitialized_variable.ub.comp:[[# @LINE + 20]]{{[:0-9]*}}: note: 'x' is not initialized: {{.*}} = OpVariable
// CHECK: uninitialized_variable.ub.comp:[[# @LINE + 27]]: note: the value is used here: {{.*}}
// CHECK-NEXT: total += twice(x);
// CHECK: uninitialized_variable.ub.comp:[[# @LINE + 26]]: note: the value is used here: OpStore
// CHECK-NEXT: doubled[i] = total;
// CHECK: undefined-output: elements 4-7 of 0.0
// CHECK: note: 'x' is not initialized: {{.*}} = OpVariable
// CHECK: note: the value is used here: OpStore
// PLAIN: condition-undefined
// PLAIN-NOT: note: {{'x' is|it is used}}

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Doubled { uint doubled[]; };

uint twice(uint x)
{
    return x * 2;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint x;
    if (i < 4)
        x = i;
    uint total = 0;
    for (uint k = 0; k < 3; ++k)
        total += twice(x);
    doubled[i] = total;
    if (doubled[i] > 100)
        doubled[i] = 0;
}
