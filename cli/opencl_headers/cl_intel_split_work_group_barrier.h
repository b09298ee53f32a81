// cl_intel_split_work_group_barrier, where clang does not declare it.
#ifndef cl_intel_split_work_group_barrier
#define cl_intel_split_work_group_barrier 1
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : begin
void __attribute__((overloadable, convergent))
intel_work_group_barrier_arrive(cl_mem_fence_flags flags);
void __attribute__((overloadable, convergent))
intel_work_group_barrier_wait(cl_mem_fence_flags flags);
#if __OPENCL_C_VERSION__ >= 200
void __attribute__((overloadable, convergent))
intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope);
void __attribute__((overloadable, convergent))
intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope);
#endif
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : end
#endif
