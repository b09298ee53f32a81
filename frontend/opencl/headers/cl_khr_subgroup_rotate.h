// cl_khr_subgroup_rotate: its functions where clang does not declare them, and its pragma, which no version of clang
// supports.
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : begin
#ifndef cl_khr_subgroup_rotate
#define cl_khr_subgroup_rotate 1
#define __ROTATES(gentype)                                                                      \
  gentype __attribute__((overloadable, convergent)) sub_group_rotate(gentype value, int delta); \
  gentype __attribute__((overloadable, convergent))                                             \
  sub_group_clustered_rotate(gentype value, int delta, uint clustersize);

__ROTATES(char)
__ROTATES(uchar)
__ROTATES(short)
__ROTATES(ushort)
__ROTATES(int)
__ROTATES(uint)
__ROTATES(long)
__ROTATES(ulong)
__ROTATES(float)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__ROTATES(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__ROTATES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __ROTATES
#endif
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : end
