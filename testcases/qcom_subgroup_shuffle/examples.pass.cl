// The examples in the text of cl_qcom_subgroup_shuffle, in buffers of the same type.
// REQUIRES: opencl-c
//
// RUN: spirv-run %s --entry up --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:1 | FileCheck %s --check-prefix=UP1
// RUN: spirv-run %s --entry up --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:3 | FileCheck %s --check-prefix=UP3
// UP1: arg.0: uint32[4] = 170 170 187 204
// UP3: arg.0: uint32[4] = 170 187 204 170
//
// RUN: spirv-run %s --entry down --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:1 | FileCheck %s --check-prefix=DOWN1
// RUN: spirv-run %s --entry down --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:3 | FileCheck %s --check-prefix=DOWN3
// DOWN1: arg.0: uint32[4] = 187 204 221 17
// DOWN3: arg.0: uint32[4] = 221 17 17 17
//
// RUN: spirv-run %s --entry rotate_up --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:1 | FileCheck %s --check-prefix=ROTATEUP1
// RUN: spirv-run %s --entry rotate_up --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:3 | FileCheck %s --check-prefix=ROTATEUP3
// ROTATEUP1: arg.0: uint32[4] = 221 170 187 204
// ROTATEUP3: arg.0: uint32[4] = 187 204 221 170
//
// RUN: spirv-run %s --entry rotate_down --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:1 | FileCheck %s --check-prefix=ROTATEDOWN1
// RUN: spirv-run %s --entry rotate_down --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:3 | FileCheck %s --check-prefix=ROTATEDOWN3
// ROTATEDOWN1: arg.0: uint32[4] = 187 204 221 170
// ROTATEDOWN3: arg.0: uint32[4] = 221 170 187 204
//
// RUN: spirv-run %s --entry xor --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:1 | FileCheck %s --check-prefix=XOR1
// RUN: spirv-run %s --entry xor --local-size 4 --strict --arg 0=uint32:0xAA,0xBB,0xCC,0xDD --arg 1=uint32:3 | FileCheck %s --check-prefix=XOR3
// XOR1: arg.0: uint32[4] = 187 170 221 204
// XOR3: arg.0: uint32[4] = 221 204 187 170
#pragma OPENCL EXTENSION cl_qcom_subgroup_shuffle : enable

kernel void up(global uint* buf1D, uint offset) {
      uint i = get_global_id(0);
      buf1D[i] = qcom_sub_group_shuffle_up(buf1D[i], offset,
          CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, buf1D[i]);
}

kernel void down(global uint* buf1D, uint offset) {
      uint i = get_global_id(0);
      buf1D[i] = qcom_sub_group_shuffle_down(buf1D[i],
          offset, CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, 0x11);
}

kernel void rotate_up(global uint* buf1D, uint offset) {
      uint i = get_global_id(0);
      buf1D[i] = qcom_sub_group_shuffle_rotate_up(buf1D[i], offset,
          CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, buf1D[i]);
}

kernel void rotate_down(global uint* buf1D, uint offset) {
      uint i = get_global_id(0);
      buf1D[i] = qcom_sub_group_shuffle_rotate_down(buf1D[i], offset,
          CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, 0x22);
}

kernel void xor(global uint* buf1D, uint offset) {
      uint i = get_global_id(0);
      buf1D[i] = qcom_sub_group_shuffle_xor(buf1D[i], offset,
          CLK_SUB_GROUP_SHUFFLE_WIDTH_W4_QCOM, 0x33);
}
