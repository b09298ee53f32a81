// Either side of a branch may run first, also in kernels. Work-item 1 reads `data` whether or not it has seen the flag. That is a data race, unless
// work-item 0, of the same subgroup, writes first. So some seeds report the race. The twin reads only what the flag releases.
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0 --arg 2=int32:0,0 --seed $seed 2>&1; done; true" | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s -D TWIN --local-size 2 --subgroup-size 2 --arg 0=int32:0 --arg 1=int32:0 --arg 2=int32:0,0 --seed $seed 2>&1 || exit 1; done" | FileCheck %s --check-prefix=PASS
// PASS-DAG: arg.2: int32[2] = 0? 0?
// PASS-DAG: arg.2: int32[2] = 1? 1?
kernel void k(global atomic_int* flag, global int* data, global int* out) {
  if (get_local_id(0) == 0) {
    *data = 1;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    const int seen = atomic_load_explicit(flag, memory_order_acquire, memory_scope_device);
    out[0] = seen;
#ifdef TWIN
    if (seen == 0) return;
#endif
    out[1] = *data;
  }
}
