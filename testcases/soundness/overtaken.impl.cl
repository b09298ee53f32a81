// As overtaken.impl.comp, between the invocations of a workgroup.
//
// REQUIRES: opencl-c
// RUN: %python %{testcases}/../scripts/soundness litmus %s --local-size 2 --subgroup-size 1 --arg 0=int32:0 --arg 1=int32:5
// ALLOWED arg.0: 1
// ALLOWED arg.1: {0,1}

kernel void pass(global atomic_int* flag, global int* data) {
  if (get_local_id(0) == 0) {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) *data = 1;
  } else {
    *data = 0;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  }
}
