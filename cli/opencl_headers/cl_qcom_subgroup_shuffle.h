// cl_qcom_subgroup_shuffle: its macro, its pragma and its functions.
#define cl_qcom_subgroup_shuffle 1
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : begin

typedef enum {
  CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM,
  CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM,
  CLK_SUB_GROUP_SHUFFLE_WIDTH_W8_QCOM
} qcom_sub_group_shuffle_width_modes_t;

#define __QCOM_SHUFFLE(op, gentype)                              \
  gentype __attribute__((overloadable, convergent))              \
  qcom_sub_group_shuffle_##op(gentype source_value, uint offset, \
                              qcom_sub_group_shuffle_width_modes_t width, gentype default_value);
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

// Only source_value selects the function, so that default_value may be a literal. The comma turns
// it into a value, whose type has no address space.
#define __qcom_default(source_value, default_value) (__typeof__((0, (source_value))))(default_value)
#define qcom_sub_group_shuffle_up(source_value, offset, width, default_value) \
  qcom_sub_group_shuffle_up(source_value, offset, width,                      \
                            __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_down(source_value, offset, width, default_value) \
  qcom_sub_group_shuffle_down(source_value, offset, width,                      \
                              __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_rotate_up(source_value, offset, width, default_value) \
  qcom_sub_group_shuffle_rotate_up(source_value, offset, width,                      \
                                   __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_rotate_down(source_value, offset, width, default_value) \
  qcom_sub_group_shuffle_rotate_down(source_value, offset, width,                      \
                                     __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_xor(source_value, offset, width, default_value) \
  qcom_sub_group_shuffle_xor(source_value, offset, width,                      \
                             __qcom_default(source_value, default_value))

#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : end
