// cl_khr_mipmap_image_writes: each level of images of all dimensions.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=r/float:2x2,levels=2:float32:0,0,0,0,0 --arg 1=r/signed_int8:2,levels=2:int8:0,0,0 --arg 2=r/unsigned_int16:2x1,layers=2,levels=2:uint16:0,0,0,0,0,0 --arg 3=r/float:2x2x2,levels=2:float32:fill(9,0) | FileCheck %s
// CHECK: arg.0: float32[5] = 0 0 0 1 2
// CHECK: arg.1: int8[3] = 0 -3 -4
// CHECK: arg.2: uint16[6] =
// CHECK: arg.3: float32[9] =
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable
kernel void run(write_only image2d_t plane, write_only image1d_t line, write_only image2d_array_t layers,
                write_only image3d_t volume) {
  write_imagef(plane, (int2)(1, 1), 0, (float4)(1));
  write_imagef(plane, (int2)(0, 0), 1, (float4)(2));
  write_imagei(line, 1, 0, (int4)(-3));
  write_imagei(line, 0, 1, (int4)(-4));
  write_imageui(layers, (int4)(1, 0, 0, 0), 0, (uint4)(5));
  write_imageui(layers, (int4)(0, 0, 1, 0), 1, (uint4)(6));
  write_imagef(volume, (int4)(1, 0, 1, 0), 0, (float4)(7));
  write_imagef(volume, (int4)(0, 0, 0, 0), 1, (float4)(8));
}
