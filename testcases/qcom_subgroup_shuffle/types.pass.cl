// Every type has the five functions; default_value, even a literal, is converted to the type of source_value.
// REQUIRES: opencl-c
//
// RUN: spirv-run %s --entry integers --local-size 8 --strict --arg 0=uint8:iota(8,248) --arg 1=int8:iota(8,-4) --arg 2=uint16:iota(8,65528) --arg 3=int16:iota(8,-4) --arg 4=uint32:iota(8,8) --arg 5=int32:iota(8,-4) --arg 6=uint64:iota(8,8) --arg 7=int64:iota(8,-4) | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: arg.0: uint8[8] = 7 248 249 250 251 252 253 254
// INTEGERS: arg.1: int8[8] = -3 -2 -1 0 1 2 3 -7
// INTEGERS: arg.2: uint16[8] = 65531 65528 65529 65530 65535 65532 65533 65534
// INTEGERS: arg.3: int16[8] = -3 -2 -1 -4 1 2 3 0
// INTEGERS: arg.4: uint32[8] = 9 8 11 10 13 12 15 14
// INTEGERS: arg.5: int32[8] = 9 9 -4 -3 -2 -1 0 1
// INTEGERS: arg.6: uint64[8] = 10 11 12 13 14 15 5 5
// INTEGERS: arg.7: int64[8] = 0 1 2 3 -4 -3 -2 -1
//
// RUN: spirv-run %s --entry floats --local-size 8 --strict --arg 0=float32:iota(8,0.5) --arg 1=float16:iota(8,0.5) | FileCheck %s --check-prefix=FLOATS
// FLOATS: arg.0: float32[8] = 2 0.5 1.5 2.5 3.5 4.5 5.5 6.5
// FLOATS: arg.1: float16[8] = 1.5 0.5 3.5 2.5 5.5 4.5 7.5 6.5
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define W4 CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM
#define W8 CLK_SUB_GROUP_SHUFFLE_WIDTH_W8_QCOM

kernel void integers(global uchar* a, global char* b, global ushort* c, global short* d, global uint* e,
                     global int* f, global ulong* g, global long* h) {
  const size_t i = get_global_id(0);
  a[i] = qcom_sub_group_shuffle_up(a[i], 1, W8, 7);
  b[i] = qcom_sub_group_shuffle_down(b[i], 1u, W8, -7);
  c[i] = qcom_sub_group_shuffle_rotate_up(c[i], 1, W4, 'x');
  d[i] = qcom_sub_group_shuffle_rotate_down(d[i], 1, W4, 7L);
  e[i] = qcom_sub_group_shuffle_xor(e[i], 1, W4, -1);
  f[i] = qcom_sub_group_shuffle_up(f[i], 2, W8, 9u);
  g[i] = qcom_sub_group_shuffle_down(g[i], 2, W8, 5);
  h[i] = qcom_sub_group_shuffle_rotate_up(h[i], 4, W8, 5.0f);
}

kernel void floats(global float* a, global half* b) {
  const size_t i = get_global_id(0);
  a[i] = qcom_sub_group_shuffle_up(a[i], 1, W8, 2);
  b[i] = qcom_sub_group_shuffle_xor(b[i], 1, W8, 0);
}
