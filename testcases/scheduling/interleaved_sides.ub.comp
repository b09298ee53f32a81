// The lanes of one side of a branch may execute an atomic between two atomics of the other side. Then invocation 0 sees that, and writes `data`,
// unordered with the write of invocation 1. So some seeds report the race. The twin writes another word.
// COVERS: memory.data-race
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s --subgroup-size 2 --buffer '0.0=zero(12)' --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s -D TWIN --subgroup-size 2 --buffer '0.0=zero(12)' --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: 0.0: uint32[3] = 11 2 0?
// PASS-DAG: 0.0: uint32[3] = 11 2 1?

#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Words { uint count; uint data; uint other; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    uint before = atomicAdd(count, 1);
    uint after = atomicAdd(count, 0);
#ifdef TWIN
    if (before == 0 && after == 11) other = 1;
#else
    if (before == 0 && after == 11) data = 1;
#endif
  } else {
    data = 2;
    atomicAdd(count, 10);
  }
}
