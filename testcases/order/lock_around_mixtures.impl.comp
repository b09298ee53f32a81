// Under a lock: what one section computes from the work of others depends on their order, unless every order computes the same.
// A sum that is also read for a decision may be certain, but is not proven to be.
//
// RUN: spirv-run %s -D DOUBLED --groups 5 --buffer 0.0=uint32:0 --buffer '0.1=uint32:1,1' 2>/dev/null | FileCheck %s --check-prefix=DOUBLED
// DOUBLED: {{^}}0.1: uint32[2] = 11 [[#]]?{{$}}
// RUN: spirv-run %s -D DECIDES --groups 5 --buffer 0.0=uint32:0 --buffer '0.1=uint32:1,1' 2>/dev/null | FileCheck %s --check-prefix=DECIDES
// DECIDES: {{^}}0.1: uint32[2] = 11? [[#]]?{{$}}
// RUN: spirv-run %s -D COUNTED --groups 5 --buffer 0.0=uint32:0 --buffer '0.1=uint32:1,1' 2>/dev/null | FileCheck %s --check-prefix=COUNTED
// COUNTED: {{^}}0.1: uint32[2] = 16 6{{$}}
// RUN: spirv-run %s -D COUNTED --groups 5 --seed 4 --dump 0.1 --buffer 0.0=uint32:0 --buffer '0.1=uint32:1,1' 2>/dev/null | FileCheck %s --check-prefix=SEED
// SEED: {{^}}0.1: uint32[2] = 16{{[?]?}} 6{{[?]?$}}
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Lock { uint lock; };
layout(std430, set = 0, binding = 1) coherent buffer Values { uint sum, other; };

const int buffers = gl_StorageSemanticsBuffer;

void main() {
  const uint i = gl_WorkGroupID.x;
  for (bool is_done = false; !is_done;) {
    if (atomicCompSwap(lock, 0u, 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquire, buffers, gl_SemanticsAcquire) != 0u)
      continue;
#if defined(DOUBLED)
    sum += i;
    other = other * 2u + i;
#elif defined(DECIDES)
    sum += i;
    if (sum > 2u) other += 1u;
#else
    sum += other;  // 1, 2, 3, ..., whoever comes first
    other += 1u;
#endif
    atomicStore(lock, 0u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
    is_done = true;
  }
}
