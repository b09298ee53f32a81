// cl_khr_kernel_clock: the values depend on the implementation. Here a clock counts steps, so a loop that waits for it ends.
// REQUIRES: opencl-c
// COVERS: OpReadClockKHR.value
// RUN: expect-status 3 spirv-run %s --entry read --strict --local-size 1 --arg 0=uint64:0,0,0 --arg 1=uint32:0,0,0,0,0,0 > %t 2>&1
// RUN: FileCheck %s < %t
// CHECK: arg.0: uint64[3] = {{[0-9]+\? [0-9]+\? [0-9]+\?}}
// CHECK: arg.1: uint32[6] = {{[0-9]+}}? 0? {{[0-9]+}}? 0? {{[0-9]+}}? 0?
// CHECK: the value of a clock differs between implementations [OpReadClockKHR.value]
// RUN: spirv-run %s --entry wait --local-size 4 --subgroup-size 2 --arg 0=int32:0,0,0,0 | FileCheck %s --check-prefix=WAIT
// WAIT: arg.0: int32[4] = 1 1 1 1
#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable
#ifndef cl_khr_kernel_clock
#error the feature macro is missing
#endif

kernel void read(global ulong* whole, global uint2* parts) {
  whole[0] = clock_read_device();
  whole[1] = clock_read_work_group();
  whole[2] = clock_read_sub_group();
  parts[0] = clock_read_hilo_device();
  parts[1] = clock_read_hilo_work_group();
  parts[2] = clock_read_hilo_sub_group();
}

kernel void wait(global int* done) {
  const ulong start = clock_read_device();
  while (clock_read_device() - start < 1000) {
  }
  done[get_local_id(0)] = 1;
}
