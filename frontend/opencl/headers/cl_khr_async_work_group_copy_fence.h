// cl_khr_async_work_group_copy_fence: declared, so that a program that calls it is refused by the name of the function. The label
// avoids the name of OpenCL C, with which llvm-spirv crashes.
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : begin
void __attribute__((convergent))
async_work_group_copy_fence(cl_mem_fence_flags flags) __asm__("async_work_group_copy_fence");
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : end
