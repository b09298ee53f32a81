// cl_intel_subgroups and its relatives for elements of 8, 16 and 64 bits: shuffles, and blocks in buffers.
// clang has the macros of the first and the last, and functions only in a header that is not used here.
#ifndef cl_intel_subgroups
#define cl_intel_subgroups 1
#endif
#ifndef cl_intel_subgroups_short
#define cl_intel_subgroups_short 1
#endif
#define cl_intel_subgroups_char 1
#define cl_intel_subgroups_long 1
#pragma OPENCL EXTENSION cl_intel_subgroups : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_char : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_short : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_long : begin
#define __INTEL_SHUFFLES(gentype)                                                               \
  gentype __attribute__((overloadable, convergent)) intel_sub_group_shuffle(gentype x, uint c); \
  gentype __attribute__((overloadable, convergent))                                             \
  intel_sub_group_shuffle_down(gentype cur, gentype next, uint c);                              \
  gentype __attribute__((overloadable, convergent))                                             \
  intel_sub_group_shuffle_up(gentype prev, gentype cur, uint c);                                \
  gentype __attribute__((overloadable, convergent)) intel_sub_group_shuffle_xor(gentype x, uint c);
#define __INTEL_SHUFFLES_OF_VECTORS(gentype) \
  __INTEL_SHUFFLES(gentype)                  \
  __INTEL_SHUFFLES(gentype##2)               \
  __INTEL_SHUFFLES(gentype##3)               \
  __INTEL_SHUFFLES(gentype##4)               \
  __INTEL_SHUFFLES(gentype##8)               \
  __INTEL_SHUFFLES(gentype##16)

__INTEL_SHUFFLES_OF_VECTORS(char)
__INTEL_SHUFFLES_OF_VECTORS(uchar)
__INTEL_SHUFFLES_OF_VECTORS(short)
__INTEL_SHUFFLES_OF_VECTORS(ushort)
__INTEL_SHUFFLES_OF_VECTORS(int)
__INTEL_SHUFFLES_OF_VECTORS(uint)
__INTEL_SHUFFLES_OF_VECTORS(float)
__INTEL_SHUFFLES(long)
__INTEL_SHUFFLES(ulong)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__INTEL_SHUFFLES(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__INTEL_SHUFFLES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

#define __INTEL_BLOCKS(suffix, element, vector, number)                  \
  vector __attribute__((overloadable, convergent))                       \
  intel_sub_group_block_read##suffix##number(const __global element* p); \
  void __attribute__((overloadable, convergent))                         \
  intel_sub_group_block_write##suffix##number(__global element* p, vector data);
#define __INTEL_BLOCKS_OF(suffix, element)       \
  __INTEL_BLOCKS(suffix, element, element, )     \
  __INTEL_BLOCKS(suffix, element, element##2, 2) \
  __INTEL_BLOCKS(suffix, element, element##4, 4) \
  __INTEL_BLOCKS(suffix, element, element##8, 8)

__INTEL_BLOCKS_OF(, uint)
__INTEL_BLOCKS_OF(_ui, uint)
__INTEL_BLOCKS_OF(_us, ushort)
__INTEL_BLOCKS_OF(_uc, uchar)
__INTEL_BLOCKS_OF(_ul, ulong)
__INTEL_BLOCKS(_us, ushort, ushort16, 16)
__INTEL_BLOCKS(_uc, uchar, uchar16, 16)
#undef __INTEL_BLOCKS_OF
#undef __INTEL_BLOCKS

#define __INTEL_IMAGE_BLOCKS_IN(suffix, vector, number, reads, writes)       \
  vector __attribute__((overloadable, convergent))                           \
  intel_sub_group_block_read##suffix##number(reads image2d_t image, int2 c); \
  void __attribute__((overloadable, convergent))                             \
  intel_sub_group_block_write##suffix##number(writes image2d_t image, int2 c, vector data);
#if __OPENCL_C_VERSION__ >= 200 && \
    (__OPENCL_C_VERSION__ < 300 || defined(__opencl_c_read_write_images))
#define __INTEL_IMAGE_BLOCKS(suffix, vector, number)                         \
  __INTEL_IMAGE_BLOCKS_IN(suffix, vector, number, __read_only, __write_only) \
  __INTEL_IMAGE_BLOCKS_IN(suffix, vector, number, __read_write, __read_write)
#else
#define __INTEL_IMAGE_BLOCKS(suffix, vector, number) \
  __INTEL_IMAGE_BLOCKS_IN(suffix, vector, number, __read_only, __write_only)
#endif
#define __INTEL_IMAGE_BLOCKS_OF(suffix, element) \
  __INTEL_IMAGE_BLOCKS(suffix, element, )        \
  __INTEL_IMAGE_BLOCKS(suffix, element##2, 2)    \
  __INTEL_IMAGE_BLOCKS(suffix, element##4, 4)    \
  __INTEL_IMAGE_BLOCKS(suffix, element##8, 8)

__INTEL_IMAGE_BLOCKS_OF(, uint)
__INTEL_IMAGE_BLOCKS_OF(_ui, uint)
__INTEL_IMAGE_BLOCKS_OF(_us, ushort)
__INTEL_IMAGE_BLOCKS_OF(_uc, uchar)
__INTEL_IMAGE_BLOCKS_OF(_ul, ulong)
#undef __INTEL_IMAGE_BLOCKS_OF
#undef __INTEL_IMAGE_BLOCKS
#undef __INTEL_IMAGE_BLOCKS_IN
#undef __INTEL_SHUFFLES_OF_VECTORS
#undef __INTEL_SHUFFLES
#pragma OPENCL EXTENSION cl_intel_subgroups_long : end
#pragma OPENCL EXTENSION cl_intel_subgroups_short : end
#pragma OPENCL EXTENSION cl_intel_subgroups_char : end
#pragma OPENCL EXTENSION cl_intel_subgroups : end
