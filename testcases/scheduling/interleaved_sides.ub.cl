// In a kernel, the work-items of one side of a branch may execute an atomic between two atomics of the other side. Then work-item 0 sees that, and
// writes `data`, unordered with the write of work-item 1. So some seeds report the race. The twin writes another word.
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0,0 --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in $(seq 60); do spirv-run %s -D TWIN --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0,0 --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: arg.1: int32[2] = 2 0?
// PASS-DAG: arg.1: int32[2] = 2 1?
#ifdef TWIN
#define OTHER 1
#else
#define OTHER 0
#endif

kernel void k(global int* count, global int* data) {
  if (get_local_id(0) == 0) {
    int before = atomic_add(count, 1);
    int after = atomic_add(count, 0);
    if (before == 0 && after == 11) data[OTHER] = 1;
  } else {
    data[0] = 2;
    atomic_add(count, 10);
  }
}
