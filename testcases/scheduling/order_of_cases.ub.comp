// Either case of a switch may run first. In the order 1, 0, invocation 0 sees the flag and writes `data`, unordered with the write of invocation 1.
// So some seeds report the race. In the twin, the flag releases the first write.
// COVERS: memory.data-race
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s --subgroup-size 2 --buffer '0.0=zero(8)' --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s -D TWIN --subgroup-size 2 --buffer '0.0=zero(8)' --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: 0.0: uint32[2] = 1 1?
// PASS-DAG: 0.0: uint32[2] = 1 2?

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Words { uint flag; uint data; };

#ifdef TWIN
#define ORDER(order) gl_ScopeDevice, gl_StorageSemanticsBuffer, order
uint load() { return atomicLoad(flag, ORDER(gl_SemanticsAcquire)); }
void release() { atomicStore(flag, 1u, ORDER(gl_SemanticsRelease)); }
#else
uint load() { return atomicAdd(flag, 0); }
void release() { atomicAdd(flag, 1); }
#endif

void main() {
  switch (gl_LocalInvocationIndex) {
    case 0:
      if (load() == 1) data = 1;
      break;
    case 1:
      data = 2;
      release();
      break;
  }
}
