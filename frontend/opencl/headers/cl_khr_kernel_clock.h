// cl_khr_kernel_clock, where clang does not declare it.
#pragma OPENCL EXTENSION cl_khr_kernel_clock : begin
#ifndef cl_khr_kernel_clock
#define cl_khr_kernel_clock 1
ulong __attribute__((overloadable)) clock_read_device();
ulong __attribute__((overloadable)) clock_read_work_group();
ulong __attribute__((overloadable)) clock_read_sub_group();
uint2 __attribute__((overloadable)) clock_read_hilo_device();
uint2 __attribute__((overloadable)) clock_read_hilo_work_group();
uint2 __attribute__((overloadable)) clock_read_hilo_sub_group();
#endif
#pragma OPENCL EXTENSION cl_khr_kernel_clock : end
