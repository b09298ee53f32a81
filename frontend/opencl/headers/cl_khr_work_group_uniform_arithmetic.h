// cl_khr_work_group_uniform_arithmetic, where clang does not declare it.
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : begin
#ifndef cl_khr_work_group_uniform_arithmetic
#define cl_khr_work_group_uniform_arithmetic 1
#define __UNIFORM(operation, gentype)                                                         \
  gentype __attribute__((overloadable, convergent)) work_group_reduce_##operation(gentype x); \
  gentype __attribute__((overloadable, convergent))                                           \
  work_group_scan_inclusive_##operation(gentype x);                                           \
  gentype __attribute__((overloadable, convergent))                                           \
  work_group_scan_exclusive_##operation(gentype x);
#define __UNIFORM_INTEGERS(gentype) \
  __UNIFORM(mul, gentype)           \
  __UNIFORM(and, gentype)           \
  __UNIFORM(or, gentype)            \
  __UNIFORM(xor, gentype)

__UNIFORM_INTEGERS(int)
__UNIFORM_INTEGERS(uint)
__UNIFORM_INTEGERS(long)
__UNIFORM_INTEGERS(ulong)
__UNIFORM(mul, float)
__UNIFORM(logical_and, int)
__UNIFORM(logical_or, int)
__UNIFORM(logical_xor, int)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__UNIFORM(mul, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__UNIFORM(mul, half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __UNIFORM_INTEGERS
#undef __UNIFORM
#endif
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : end
