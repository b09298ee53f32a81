// The product of a sparse matrix, in compressed rows, and a vector. Sub-groups take turns at the rows. The last sub-group
// of a work-group may be smaller than the others.
//   ( 1  0  2  0  0 )   ( 1 )   (  7 )
//   ( 0  0  0  0  0 ) * ( 2 ) = (  0 )
//   ( 3  4  5  6  7 )   ( 3 )   ( 85 )
//   ( 0 -1  0  0  0 )   ( 4 )   ( -2 )
//                       ( 5 )
// REQUIRES: opencl-c
// RUN: spirv-run %s --subgroup-size 1 --local-size 3 --strict --arg 0=int32:0,2,2,7,8 --arg 1=int32:0,2,0,1,2,3,4,1 --arg 2=float32:1,2,3,4,5,6,7,-1 --arg 3=float32:1,2,3,4,5 --arg '4=float32:fill(4,99)' --arg 5=int32:4 | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --local-size 6 --strict --arg 0=int32:0,2,2,7,8 --arg 1=int32:0,2,0,1,2,3,4,1 --arg 2=float32:1,2,3,4,5,6,7,-1 --arg 3=float32:1,2,3,4,5 --arg '4=float32:fill(4,99)' --arg 5=int32:4 | FileCheck %s
// RUN: spirv-run %s --subgroup-size 32 -g 2 --local-size 40 --strict --arg 0=int32:0,2,2,7,8 --arg 1=int32:0,2,0,1,2,3,4,1 --arg 2=float32:1,2,3,4,5,6,7,-1 --arg 3=float32:1,2,3,4,5 --arg '4=float32:fill(4,99)' --arg 5=int32:4 | FileCheck %s
// CHECK: arg.4: float32[4] = 7 0 85 -2
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void multiply(global const int* begins, global const int* columns, global const float* values, global const float* vector,
                     global float* product, int rows) {
  const int sub_groups = get_num_sub_groups();
  for (int row = get_group_id(0) * sub_groups + get_sub_group_id(); row < rows; row += get_num_groups(0) * sub_groups) {
    float sum = 0;
    for (int i = begins[row] + get_sub_group_local_id(); i < begins[row + 1]; i += get_sub_group_size())
      sum += values[i] * vector[columns[i]];
    sum = sub_group_reduce_add(sum);
    if (get_sub_group_local_id() == 0) product[row] = sum;
  }
}
