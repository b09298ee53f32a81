// cl_khr_integer_dot_product. Translators treat every function called dot as that of floats, so the integer overloads have
// other names in the module. The header also declares dot of floats, because its declarations hide those of clang.
#ifndef cl_khr_integer_dot_product
#define cl_khr_integer_dot_product 1
#endif
#define __opencl_c_integer_dot_product_input_4x8bit 1
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : begin
#define __DOT __attribute__((overloadable, const))
#define __DOTS(result, a, b, name)             \
  result __DOT dot(a, b) __asm__("dot_" name); \
  result __DOT dot_acc_sat(a, b, result) __asm__("dot_acc_sat_" name);

__DOTS(int, char4, char4, "ss_int")
__DOTS(uint, uchar4, uchar4, "uu_uint")
__DOTS(int, char4, uchar4, "su_int")
__DOTS(int, uchar4, char4, "us_int")
#define __DOT_OF_FLOATS(gentype)             \
  gentype __DOT dot(gentype, gentype);       \
  gentype __DOT dot(gentype##2, gentype##2); \
  gentype __DOT dot(gentype##3, gentype##3); \
  gentype __DOT dot(gentype##4, gentype##4);

__DOT_OF_FLOATS(float)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__DOT_OF_FLOATS(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__DOT_OF_FLOATS(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __DOT_OF_FLOATS
#undef __DOTS
#undef __DOT
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : end
