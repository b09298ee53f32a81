// Atomics and non-atomic accesses, and atomics that order other accesses.
//
// A plain read of a value that others change atomically.
// COVERS: memory.atomic-and-plain-access
// RUN: expect-status 3 spirv-run %s -D PLAIN_READ --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=READ
// READ: undefined-behavior: data race between an atomic and a non-atomic access: invocation (0,0,0) reads 'count' of buffer 0.0, and invocation ([[#]],0,0) atomically writes it; no barrier separates the two accesses [memory.atomic-and-plain-access]
// RUN: spirv-run %s -D BARRIER_READ --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: spirv-run %s -D BARRIER_READ --subgroup-size 2 --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: {{^}}0.0: {{.*}}
// BARRIER-NEXT: {{^}}0.1: uint32[8] = 8 8 8 8 8 8 8 8{{$}}
// BARRIER-NOT: {{.}}
//
// A plain write that initializes a value that others change.
// RUN: expect-status 3 spirv-run %s -D PLAIN_WRITE --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: invocation (1,0,0) atomically writes 'count' of buffer 0.0, and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.atomic-and-plain-access]
//
// The last workgroup sums the values that all have written: memory barriers around a counter order that.
// RUN: spirv-run %s -D LAST --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' --dump 0.0 2>/dev/null | FileCheck %s --check-prefix=LAST
// RUN: spirv-run %s -D LAST --groups 4 --subgroup-size 2 --seed 7 --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' --dump 0.0 2>/dev/null | FileCheck %s --check-prefix=LAST
// Which workgroup is the last one, and so stores the sum, depends on the order. The sum does not.
// LAST: {{^}}0.0: uint32[4] = 4 10 0 0{{$}}
// Without the barrier that acquires, or the one that releases, the accesses are not ordered.
// RUN: expect-status 3 spirv-run %s -D LAST -D NO_ACQUIRE --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: expect-status 3 spirv-run %s -D LAST -D NO_RELEASE --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: invocation (0,0,0) of workgroup {{.*}} reads 'results[0]' of buffer 0.1, and invocation (0,0,0) of workgroup {{.*}} writes it; {{an atomic releases the earlier access, but neither .* acquires it|atomics connect the two workgroups, but without memory barriers they do not order other memory}} [memory.data-race]
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Counters { uint count, sum; uint unused[2]; };
layout(std430, set = 0, binding = 1) coherent buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#if defined(PLAIN_READ)
  atomicAdd(count, 1);
  results[i] = count;
#elif defined(BARRIER_READ)
  atomicAdd(count, 1);
  memoryBarrierBuffer();
  barrier();
  results[i] = count;
#elif defined(PLAIN_WRITE)
  if (i == 0) count = 0;
  atomicAdd(count, 1);
#elif defined(LAST)
  if (i != 0) return;
  results[gl_WorkGroupID.x] = gl_WorkGroupID.x + 1;
#ifndef NO_RELEASE
  memoryBarrierBuffer();
#endif
  const bool is_last = atomicAdd(count, 1) == gl_NumWorkGroups.x - 1;
#ifndef NO_ACQUIRE
  memoryBarrierBuffer();
#endif
  if (!is_last) return;
  for (uint g = 0; g < gl_NumWorkGroups.x; ++g) sum += results[g];
#endif
}
