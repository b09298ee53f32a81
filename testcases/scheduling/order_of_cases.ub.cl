// Either case of a switch in a kernel may run first. Work-item 0 writes `data` only if it has seen the flag, unordered with the write of work-item 1.
// So some seeds report the race. In the twin, the flag releases the first write.
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0 --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s -D TWIN --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0 --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: arg.1: int32[1] = 1?
// PASS-DAG: arg.1: int32[1] = 2?
#ifdef TWIN
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#else
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#endif

kernel void k(global atomic_int* flag, global int* data) {
  switch (get_local_id(0)) {
    case 0:
      if (atomic_load_explicit(flag, ACQUIRE, memory_scope_device) == 1) *data = 1;
      break;
    case 1:
      *data = 2;
      atomic_store_explicit(flag, 1, RELEASE, memory_scope_device);
      break;
    default:
      break;
  }
}
