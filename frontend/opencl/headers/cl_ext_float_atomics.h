// cl_ext_float_atomics: additions to halves and their initialization, which clang 14 does not declare, and subtractions from
// floats. llvm-spirv before version 17 translates neither. The header also declares the functions of other types, because its
// declarations hide those of clang.
#pragma OPENCL EXTENSION cl_ext_float_atomics : begin
#ifndef cl_ext_float_atomics
#define cl_ext_float_atomics 1
#endif
#if __OPENCL_C_VERSION__ == 200 || defined(__opencl_c_generic_address_space)
// The labels are mangled as by Clang: translators of opaque pointers know by them what the first argument points to.
#define __FETCH(name, result, type, operand, label)                                           \
  result __attribute__((overloadable)) name(volatile type*, operand) label("");               \
  result __attribute__((overloadable)) name##_explicit(volatile type*, operand, memory_order) \
      label("12memory_order");                                                                \
  result __attribute__((overloadable)) name##_explicit(                                       \
      volatile type*, operand, memory_order, memory_scope) label("12memory_order12memory_scope");
#define __INIT(type) void __attribute__((overloadable)) atomic_init(volatile atomic_##type*, type);
#define __NO_LABEL(arguments)
#define __HALF_ADD(arguments) __asm__("_Z14half_fetch_addPU3AS4VU7_AtomicDhDh" arguments)
#define __HALF_SUB(arguments) __asm__("_Z14half_fetch_subPU3AS4VU7_AtomicDhDh" arguments)
#define __FLOAT_SUB(arguments) __asm__("_Z15float_fetch_subPU3AS4VU7_Atomicff" arguments)
#define __DOUBLE_SUB(arguments) __asm__("_Z16double_fetch_subPU3AS4VU7_Atomicdd" arguments)
#define __FETCHES(type, operand)                                      \
  __FETCH(atomic_fetch_add, type, atomic_##type, operand, __NO_LABEL) \
  __FETCH(atomic_fetch_sub, type, atomic_##type, operand, __NO_LABEL)

__FETCHES(int, int)
__FETCHES(uint, uint)
__INIT(int)
__INIT(uint)
__INIT(float)
__FETCH(atomic_fetch_add, float, atomic_float, float, __NO_LABEL)
__FETCH(atomic_fetch_sub, float, atomic_float, float, __FLOAT_SUB)
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__FETCH(atomic_fetch_add, half, atomic_half, half, __HALF_ADD)
__FETCH(atomic_fetch_sub, half, atomic_half, half, __HALF_SUB)
static void __attribute__((overloadable, always_inline, nodebug, unused))
atomic_init(volatile atomic_half* object, half value) {
  *(volatile half*)object = value;
}
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__FETCHES(long, long)
__FETCHES(ulong, ulong)
__FETCHES(ulong, long)
__INIT(long)
__INIT(ulong)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__INIT(double)
__FETCH(atomic_fetch_add, double, atomic_double, double, __NO_LABEL)
__FETCH(atomic_fetch_sub, double, atomic_double, double, __DOUBLE_SUB)
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : disable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : disable
#endif
#undef __FETCHES
#undef __DOUBLE_SUB
#undef __FLOAT_SUB
#undef __HALF_SUB
#undef __HALF_ADD
#undef __NO_LABEL
#undef __INIT
#undef __FETCH
#endif
#pragma OPENCL EXTENSION cl_ext_float_atomics : end
