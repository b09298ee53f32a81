// cl_intel_split_work_group_barrier, where clang does not declare it.
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : begin
#ifndef cl_intel_split_work_group_barrier
#define cl_intel_split_work_group_barrier 1
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
#endif
#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : end
