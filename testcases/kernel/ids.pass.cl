// The index space of a kernel.
// REQUIRES: opencl-c
// RUN: spirv-run %s -g 2,2 --local-size 2,3 --global-offset 10,0 --strict --arg 0=uint64:fill(14,0) | FileCheck %s
// CHECK: arg.0: uint64[14] = 2 4 6 1 2 3 2 2 10 0 13 5 1 2
// RUN: spirv-run %s -g 4 --local-size 1,6 --strict --arg 0=uint64:fill(14,0) --dump arg.0 | FileCheck %s --check-prefix=OTHER
// OTHER: arg.0: uint64[14] = 2 4 6 1 1 6 4 1 0 0 3 5 0 5
// RUN: expect-status 2 spirv-run %s --arg 0=uint64:fill(14,0) 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: the module does not declare the workgroup size: pass --local-size X[,Y[,Z]]
kernel void ids(global ulong* out) {
  if (get_global_linear_id() + 1 != get_global_size(0) * get_global_size(1)) return;
  out[0] = get_work_dim();
  out[1] = get_global_size(0);
  out[2] = get_global_size(1);
  out[3] = get_global_size(2);
  out[4] = get_local_size(0);
  out[5] = get_enqueued_local_size(1);
  out[6] = get_num_groups(0);
  out[7] = get_num_groups(1);
  out[8] = get_global_offset(0);
  out[9] = get_global_offset(1);
  out[10] = get_global_id(0);
  out[11] = get_global_id(1);
  out[12] = get_local_id(0);
  out[13] = get_local_id(1);
}
