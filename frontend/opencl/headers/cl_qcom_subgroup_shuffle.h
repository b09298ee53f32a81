// cl_qcom_subgroup_shuffle: its macro, its pragma and its functions under reserved names. The headers enable_* and
// disable_* give the functions their own names while the pragma enables the extension.
#define cl_qcom_subgroup_shuffle 1
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : begin

typedef enum {
  __QCOM_SHUFFLE_WIDTH_WAVE_SIZE,
  __QCOM_SHUFFLE_WIDTH_W4,
  __QCOM_SHUFFLE_WIDTH_W8
} __qcom_sub_group_shuffle_width_modes_t;

#define __QCOM_SHUFFLE(op, gentype)                                                    \
  gentype __attribute__((overloadable, convergent)) __qcom_sub_group_shuffle_##op(     \
      gentype source_value, uint offset, __qcom_sub_group_shuffle_width_modes_t width, \
      gentype default_value);
#define __QCOM_SHUFFLES(gentype)       \
  __QCOM_SHUFFLE(up, gentype)          \
  __QCOM_SHUFFLE(down, gentype)        \
  __QCOM_SHUFFLE(rotate_up, gentype)   \
  __QCOM_SHUFFLE(rotate_down, gentype) \
  __QCOM_SHUFFLE(xor, gentype)

__QCOM_SHUFFLES(uchar)
__QCOM_SHUFFLES(char)
__QCOM_SHUFFLES(ushort)
__QCOM_SHUFFLES(short)
__QCOM_SHUFFLES(uint)
__QCOM_SHUFFLES(int)
__QCOM_SHUFFLES(ulong)
__QCOM_SHUFFLES(long)
__QCOM_SHUFFLES(float)
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__QCOM_SHUFFLES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __QCOM_SHUFFLES
#undef __QCOM_SHUFFLE

#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : end
