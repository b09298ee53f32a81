// cl_intel_subgroups, and the extensions for elements of 8, 16 and 64 bits that build on it: shuffles, block reads and
// writes, the functions on elements of 8 and 16 bits, and before OpenCL C 2.0, the functions of cl_khr_subgroups.
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

// Functions on small elements have names of their own. They do what those of cl_khr_subgroup_extended_types do, whose names
// they get in the module: mangled, with the code of the type.
#define __INTEL_OP(name, mangled, gentype, code)    \
  gentype __attribute__((overloadable, convergent)) \
  intel_##name(gentype x) __asm__("_Z" mangled #name code);
#define __INTEL_OPS(op, gentype, code)                           \
  __INTEL_OP(sub_group_reduce_##op, "20", gentype, code)         \
  __INTEL_OP(sub_group_scan_exclusive_##op, "28", gentype, code) \
  __INTEL_OP(sub_group_scan_inclusive_##op, "28", gentype, code)
#define __INTEL_BROADCAST(gentype, code)            \
  gentype __attribute__((overloadable, convergent)) \
  intel_sub_group_broadcast(gentype x, uint i) __asm__("_Z19sub_group_broadcast" code "j");
#define __INTEL_SMALL(gentype, code)         \
  __INTEL_OPS(add, gentype, code)            \
  __INTEL_OPS(min, gentype, code)            \
  __INTEL_OPS(max, gentype, code)            \
  __INTEL_BROADCAST(gentype, code)           \
  __INTEL_BROADCAST(gentype##2, "Dv2_" code) \
  __INTEL_BROADCAST(gentype##3, "Dv3_" code) \
  __INTEL_BROADCAST(gentype##4, "Dv4_" code) \
  __INTEL_BROADCAST(gentype##8, "Dv8_" code) \
  __INTEL_BROADCAST(gentype##16, "Dv16_" code)

__INTEL_SMALL(char, "c")
__INTEL_SMALL(uchar, "h")
__INTEL_SMALL(short, "s")
__INTEL_SMALL(ushort, "t")
#undef __INTEL_SMALL
#undef __INTEL_BROADCAST
#undef __INTEL_OPS
#undef __INTEL_OP

#if __OPENCL_C_VERSION__ < 200
uint __attribute__((overloadable, const)) get_sub_group_size(void);
uint __attribute__((overloadable, const)) get_max_sub_group_size(void);
uint __attribute__((overloadable, const)) get_num_sub_groups(void);
uint __attribute__((overloadable, const)) get_sub_group_id(void);
uint __attribute__((overloadable, const)) get_sub_group_local_id(void);
void __attribute__((overloadable, convergent)) sub_group_barrier(cl_mem_fence_flags flags);
int __attribute__((overloadable, convergent)) sub_group_all(int predicate);
int __attribute__((overloadable, convergent)) sub_group_any(int predicate);
#define __INTEL_OP(gentype, name) \
  gentype __attribute__((overloadable, convergent)) sub_group_##name(gentype x);
#define __INTEL_OPS(gentype)              \
  __INTEL_OP(gentype, reduce_add)         \
  __INTEL_OP(gentype, reduce_min)         \
  __INTEL_OP(gentype, reduce_max)         \
  __INTEL_OP(gentype, scan_exclusive_add) \
  __INTEL_OP(gentype, scan_exclusive_min) \
  __INTEL_OP(gentype, scan_exclusive_max) \
  __INTEL_OP(gentype, scan_inclusive_add) \
  __INTEL_OP(gentype, scan_inclusive_min) \
  __INTEL_OP(gentype, scan_inclusive_max) \
  gentype __attribute__((overloadable, convergent)) sub_group_broadcast(gentype x, uint i);
__INTEL_OPS(int)
__INTEL_OPS(uint)
__INTEL_OPS(long)
__INTEL_OPS(ulong)
__INTEL_OPS(float)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__INTEL_OPS(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__INTEL_OPS(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __INTEL_OPS
#undef __INTEL_OP
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
