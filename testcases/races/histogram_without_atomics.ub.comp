// A histogram with plain additions. All invocations execute the addition at once, so no barrier would help,
// and the report does not suggest one.
//
// RUN: not spirv-run %s --buffer '0.0=uint32:3,1,3,0,2,2,1,3' --check-races 2>&1 | FileCheck %s
// CHECK: [[# @LINE + 20]]: undefined-behavior: data race: 
// CHECK: help: make the update atomic, with atomicAdd(), or give each invocation its own element
//
// RUN: spirv-run %s -D ATOMIC --buffer '0.0=uint32:3,1,3,0,2,2,1,3' --check-races 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: = 1 2 2 3 2 2 1 3
// ATOMIC-NOT: undefined-behavior

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[8]; };
shared uint bins[4];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    if (i < 4) bins[i] = 0;
    barrier();
#ifdef ATOMIC
    atomicAdd(bins[values[i]], 1);
#else
    bins[values[i]] += 1;
#endif
    barrier();
    if (i < 4) values[i] = bins[i];
}
