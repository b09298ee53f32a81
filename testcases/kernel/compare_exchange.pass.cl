// Locks and sums with the weak and the strong compare-exchange of OpenCL C 2.0, in all their forms.
// Translators emit the weak one even for versions of SPIR-V that do not have it.
// REQUIRES: opencl-c
// RUN: spirv-run %s --groups 2 --local-size 4 --arg '0=int32:fill(5,10)' --arg 1=int64:5 | FileCheck %s
// RUN: spirv-run %s --groups 2 --local-size 4 --seed 3 --arg '0=int32:fill(5,10)' --arg 1=int64:5 | FileCheck %s
// The sum of 0 to 7 is 28. The number of loop iterations depends on the order of the invocations; the sums do not.
// CHECK: arg.0: int32[5] = 38 38 38 38 38{{$}}
// CHECK: arg.1: int64[1] = 33{{$}}
// RUN: spirv-run %s --disassemble | FileCheck %s --check-prefix=STRONG --implicit-check-not=OpAtomicCompareExchangeWeak
// STRONG: OpAtomicCompareExchange

kernel void sum(volatile global atomic_int* sums, volatile global atomic_long* wide) {
  const int i = get_global_id(0);
  int expected = atomic_load(sums);
  while (!atomic_compare_exchange_weak(sums, &expected, expected + i)) {
  }
  expected = 0;
  while (!atomic_compare_exchange_weak_explicit(sums + 1, &expected, expected + i, memory_order_relaxed, memory_order_relaxed)) {
  }
  while (!atomic_compare_exchange_weak_explicit(sums + 2, &expected, expected + i, memory_order_acq_rel, memory_order_acquire,
                                                memory_scope_device)) {
  }
  while (!atomic_compare_exchange_strong(sums + 3, &expected, expected + i)) {
  }
  while (!atomic_compare_exchange_strong_explicit(sums + 4, &expected, expected + i, memory_order_seq_cst, memory_order_relaxed,
                                                  memory_scope_all_svm_devices)) {
  }
  long old = 0;
  while (!atomic_compare_exchange_weak(wide, &old, old + i)) {
  }
}
