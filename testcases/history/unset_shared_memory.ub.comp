// One element of shared memory is never written, so an index is undefined. The note names the memory, and where it was read.
//
// RUN: not spirv-run %s --buffer '0.0=zero(32)' 2>&1 | FileCheck %s
// RUN: not spirv-run %s --buffer '0.0=zero(32)' --format json | FileCheck %s --check-prefix=JSON
// CHECK: [[# @LINE + 23]]: undefined-behavior: an index has an undefined value
// CHECK: [[# @LINE + 21]]: note: nothing has written the bytes that this reads from {{.*}}next{{.*}}: %{{.*}} = OpLoad
// CHECK-NEXT: const uint at = next[i];
// JSON: "clause": "OpAccessChain.index-undefined"
// JSON: "notes": [
// JSON: "message": "nothing has written the bytes that this reads from
// JSON-NEXT: "source": {
// JSON: "line": [[# @LINE + 15]]

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
shared uint next[8];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i > 0)
        next[i - 1] = i;
    barrier();

    // The last element has no successor.
    const uint at = next[i];
    values[at] = i;
}
