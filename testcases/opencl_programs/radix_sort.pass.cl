// Sorts the numbers of a work-group by two bits in each pass, which counts the digits before those of each work-item.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 16 --subgroup-size 4 --strict --arg '0=uint32:170,45,75,90,2,24,802,66,1,0,999,512,45,7,3,255' --arg '1=local(64)' --arg 2=local(256) | FileCheck %s
// CHECK: arg.0: uint32[16] = 0 1 2 3 7 24 45 45 66 75 90 170 255 512 802 999
kernel void sort(global uint* values, local uint* own, local uint* flags) {
  const int i = get_local_id(0), n = get_local_size(0);
  own[i] = values[i];
  for (int shift = 0; shift < 10; shift += 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint value = own[i], digit = value >> shift & 3;
    for (int d = 0; d < 4; ++d) flags[d * n + i] = d == digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    int place = 0;
    for (int j = 0; j < digit * n + i; ++j) place += flags[j];
    own[place] = value;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[i] = own[i];
}
