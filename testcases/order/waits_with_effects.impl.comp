// How often a loop finds a flag that is not set, which of several values it finds, and what it does meanwhile depend on the
// order. The data that the flag publishes does not.
//
// RUN: spirv-run %s -D COUNTS --groups 2 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s
// CHECK: {{^}}0.0: uint32[1] = 1{{$}}
// CHECK: {{^}}0.1: uint32[4] = 7 7 {{[0-9]+}}? 0{{$}}
//
// RUN: spirv-run %s -D CAPPED --groups 2 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s
// RUN: spirv-run %s -D STORES --groups 2 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s
//
// RUN: spirv-run %s -D TWICE --groups 2 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s --check-prefix=TWICE
// TWICE: {{^}}0.0: uint32[1] = 2{{$}}
// TWICE: {{^}}0.1: uint32[4] = 7 {{7[?]?}} {{[0-9]+}}? 0{{$}}
//
// Without such effects, nothing depends on it.
// RUN: spirv-run %s --strict --groups 2 --buffer '0.0=zero(4)' --buffer '0.1=zero(16)' | FileCheck %s --check-prefix=NONE
// NONE: {{^}}0.0: uint32[1] = 1{{$}}
// NONE: {{^}}0.1: uint32[4] = 7 7 0 0{{$}}
// NONE-NOT: {{.}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) coherent buffer Data { uint data, received, found, unused; };

void main()
{
    const int buffers = gl_StorageSemanticsBuffer;
    if (gl_WorkGroupID.x == 0) {
        data = 7;
        atomicStore(flag, 1u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
#ifdef TWICE
        atomicStore(flag, 2u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
#endif
    } else {
        uint count = 0, value;
        while ((value = atomicLoad(flag, gl_ScopeDevice, buffers, gl_SemanticsAcquire)) == 0) {
#if defined(COUNTS)
            ++count;
#elif defined(CAPPED)
            count = min(count + 1, 2u);
#elif defined(STORES)
            found = 5;
#endif
        }
        received = data;
#if defined(COUNTS) || defined(CAPPED)
        found = count;
#elif defined(TWICE)
        found = value;
#endif
    }
}
