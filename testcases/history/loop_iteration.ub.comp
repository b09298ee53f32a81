// A fault in a later iteration of a nested loop: the report names the iteration.
//
// RUN: not spirv-run %s --buffer 0.0=uint32:0,0,0,0 2>&1 | FileCheck %s
// RUN: not spirv-run %s --buffer 0.0=uint32:0,0,0,0 --format json | FileCheck %s --check-prefix=JSON
// CHECK: undefined-behavior: division by zero: Operand 2 (6 - i - k - n) is 0
// CHECK: lane 3 of subgroup 0, workgroup (0,0,0), iteration 3 of the loop at {{.*}}loop_iteration.ub.comp:[[# @LINE + 15]], iteration 0 of the loop at {{.*}}loop_iteration.ub.comp:[[# @LINE + 14]]
// JSON: "loops": [
// JSON: "iteration": 0
// JSON: "line": [[# @LINE + 11]]
// JSON: "iteration": 3
// JSON: "line": [[# @LINE + 10]]

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    for (uint k = 0; k < 3; ++k)
        for (uint n = 0; n < 4; ++n)
            values[i] += 12 / (6 - i - k - n);
}
