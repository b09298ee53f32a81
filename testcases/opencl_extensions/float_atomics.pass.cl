// cl_ext_float_atomics: each function on each type, in all forms. The halves are 1.5, 2.5 and so on, which are exact.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry halves --local-size 1 --strict --arg 0=float16:1.5 --arg 1=float32:fill(8,0) | FileCheck %s --check-prefix=HALVES
// HALVES: arg.0: float16[1] = 2.25
// HALVES: arg.1: float32[8] = 1.5 2 3 5 4.5 4 2 2.5
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=float32:1.5 --arg 1=float32:fill(8,0) | FileCheck %s --check-prefix=FLOATS
// RUN: spirv-run %s --entry doubles --local-size 1 --strict --arg 0=float64:1.5 --arg 1=float32:fill(8,0) | FileCheck %s --check-prefix=FLOATS
// FLOATS: arg.0: float{{32|64}}[1] = 2.25
// FLOATS: arg.1: float32[8] = 1.5 2 3 5 4.5 4 2 2.5
// Atomics on integers are unchanged.
// RUN: spirv-run %s --entry integers --local-size 4 --strict --arg 0=int32:10 --arg 1=uint64:10 --arg '2=local(4)' --arg 3=float32:0 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: arg.0: int32[1] = 14
// INTEGERS: arg.1: uint64[1] = 6
// INTEGERS: arg.3: float32[1] = 8
// All work-items add to one half.
// RUN: spirv-run %s --entry sum --local-size 8 -g 4 --arg 0=float16:0 | FileCheck %s --check-prefix=SUM
// SUM: arg.0: float16[1] = {{32\??$}}
// Initialization of all atomic types.
// RUN: spirv-run %s --entry initialize --local-size 1 --strict --arg 0=float16:0 --arg 1=float32:0 --arg 2=float64:0 --arg 3=uint32:0 --arg 4=int64:0 --arg '5=local(2)' | FileCheck %s --check-prefix=INITIALIZE
// INITIALIZE: arg.0: float16[1] = 4
// INITIALIZE-NEXT: arg.1: float32[1] = 1.5
// INITIALIZE-NEXT: arg.2: float64[1] = 2.5
// INITIALIZE-NEXT: arg.3: uint32[1] = 3
// INITIALIZE-NEXT: arg.4: int64[1] = -4
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define FUNCTIONS(name, type)                                                                         \
  kernel void name(volatile global atomic_##type* a, global float* old) {                             \
    old[0] = atomic_fetch_add(a, (type)0.5f);                                                         \
    old[1] = atomic_fetch_add_explicit(a, (type)1, memory_order_relaxed);                             \
    old[2] = atomic_fetch_add_explicit(a, (type)2, memory_order_acq_rel, memory_scope_device);        \
    old[3] = atomic_fetch_sub(a, (type)0.5f);                                                         \
    old[4] = atomic_fetch_sub_explicit(a, (type)0.5f, memory_order_seq_cst);                          \
    old[5] = atomic_fetch_min_explicit(a, (type)2, memory_order_relaxed, memory_scope_work_group);    \
    old[6] = atomic_fetch_max(a, (type)2.5f);                                                         \
    old[7] = atomic_exchange(a, (type)3);                                                             \
    atomic_store(a, atomic_load(a) - (type)0.75f);                                                    \
  }
FUNCTIONS(halves, half)
FUNCTIONS(floats, float)
FUNCTIONS(doubles, double)

kernel void integers(volatile global atomic_int* a, volatile global atomic_ulong* b, volatile local atomic_float* c,
                     global float* out) {
  if (get_local_id(0) == 0) atomic_init(c, 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(a, 1);
  atomic_fetch_sub(b, 1ul);
  atomic_fetch_add(c, 2.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) *out = atomic_load(c);
}

kernel void sum(volatile global atomic_half* a) { atomic_fetch_add_explicit(a, (half)1, memory_order_relaxed); }

kernel void initialize(global atomic_half* h, global atomic_float* f, global atomic_double* d, global atomic_uint* u,
                       global atomic_long* l, local atomic_half* part) {
  atomic_init(part, (half)0.5f);
  atomic_init(h, (half)3.5f);
  atomic_init(f, 1.5f);
  atomic_init(d, 2.5);
  atomic_init(u, 3u);
  atomic_init(l, -4l);
  atomic_fetch_add(h, atomic_load(part));
}
