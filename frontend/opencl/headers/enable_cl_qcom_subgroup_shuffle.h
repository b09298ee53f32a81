// The names of cl_qcom_subgroup_shuffle, which are free again where a pragma disables it.
#define qcom_sub_group_shuffle_width_modes_t __qcom_sub_group_shuffle_width_modes_t
#define CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM __QCOM_SHUFFLE_WIDTH_WAVE_SIZE
#define CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM __QCOM_SHUFFLE_WIDTH_W4
#define CLK_SUB_GROUP_SHUFFLE_WIDTH_W8_QCOM __QCOM_SHUFFLE_WIDTH_W8

// Only source_value selects the function, so that default_value may be a literal. The comma turns
// it into a value, whose type has no address space.
#define __qcom_default(source_value, default_value) (__typeof__((0, (source_value))))(default_value)
#define qcom_sub_group_shuffle_up(source_value, offset, width, default_value) \
  __qcom_sub_group_shuffle_up(source_value, offset, width,                    \
                              __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_down(source_value, offset, width, default_value) \
  __qcom_sub_group_shuffle_down(source_value, offset, width,                    \
                                __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_rotate_up(source_value, offset, width, default_value) \
  __qcom_sub_group_shuffle_rotate_up(source_value, offset, width,                    \
                                     __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_rotate_down(source_value, offset, width, default_value) \
  __qcom_sub_group_shuffle_rotate_down(source_value, offset, width,                    \
                                       __qcom_default(source_value, default_value))
#define qcom_sub_group_shuffle_xor(source_value, offset, width, default_value) \
  __qcom_sub_group_shuffle_xor(source_value, offset, width,                    \
                               __qcom_default(source_value, default_value))
