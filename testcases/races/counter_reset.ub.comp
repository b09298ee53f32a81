// The workgroup that finishes last resets the counter with a plain store. No barrier orders it after the atomics of the others; an atomic
// does not race with them.
//
// COVERS: memory.atomic-and-plain-access
// RUN: expect-status 3 spirv-run %s --groups 3 --buffer 0.0=uint32:0 2>&1 | FileCheck %s
// CHECK: undefined-behavior: data race between an atomic and a non-atomic access: {{.*}} writes 'finished' of buffer 0.0, and {{.*}} atomically writes it
// CHECK-NOT: memoryBarrierBuffer() before
// CHECK: help: {{.*}}atomic
// RUN: spirv-run %s -D ATOMIC --strict --groups 3 --buffer 0.0=uint32:0 | FileCheck %s --check-prefix=TWIN
// TWIN: {{^}}0.0: uint32[1] = 0{{$}}
// TWIN-NOT: {{.}}

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint finished; };

void main()
{
    memoryBarrierBuffer();
    const bool is_last = atomicAdd(finished, 1) == gl_NumWorkGroups.x - 1;
    memoryBarrierBuffer();
    if (!is_last) return;
#ifdef ATOMIC
    atomicExchange(finished, 0);
#else
    finished = 0;
#endif
}
