// Each workgroup announces itself and then asks whether the other one has. Relaxed atomics on different locations are not ordered, so neither may see the other,
// and both write `data` (the algorithm of Dekker). Some seeds report the race. In the twin, one atomic decides, and a race is not possible.
// COVERS: memory.data-race
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s --groups 2 --subgroup-size 1 --buffer '0.0=zero(12)' --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s -D TWIN --groups 2 --subgroup-size 1 --buffer '0.0=zero(12)' --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: 0.0: uint32[3] = 1 0 1?
// PASS-DAG: 0.0: uint32[3] = 1 0 2?

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Words { uint announced[2]; uint data; };

void main() {
  uint self = gl_WorkGroupID.x;
#ifdef TWIN
  if (atomicExchange(announced[0], 1) == 0) data = 1 + self;
#else
  atomicStore(announced[self], 1u, gl_ScopeDevice, 0, 0);
  if (atomicLoad(announced[1 - self], gl_ScopeDevice, 0, 0) == 0) data = 1 + self;
#endif
}
