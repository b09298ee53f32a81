// Channel orders and data types: the values that a read returns, and the results of the queries (OpImageQueryFormat, OpImageQueryOrder).
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=rgba/unorm_int8:1x1:uint8:255,0,51,102 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=RGBA
// RGBA: arg.1: float32[4] = 1 0 0.2 0.4
// RGBA: arg.2: int32[2] = 4277 4306
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=CL_BGRA/CL_UNORM_INT8:1x1:uint8:255,0,51,102 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=BGRA
// BGRA: arg.1: float32[4] = 0.2 0 1 0.4
// BGRA: arg.2: int32[2] = 4278 4306
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=argb/snorm_int8:1x1:int8:127,-128,0,-127 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=ARGB
// ARGB: arg.1: float32[4] = -1 0 -1 1
// ARGB: arg.2: int32[2] = 4279 4304
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=a/float:1x1:float32:0.25 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=ALPHA
// ALPHA: arg.1: float32[4] = 0 0 0 0.25
// ALPHA: arg.2: int32[2] = 4273 4318
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=ra/half_float:1x1:float16:0.25,2 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=RA
// RA: arg.1: float32[4] = 0.25 0 0 2
// RA: arg.2: int32[2] = 4275 4317
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=intensity/float:1x1:float32:0.25 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=INTENSITY
// INTENSITY: arg.1: float32[4] = 0.25 0.25 0.25 0.25
// INTENSITY: arg.2: int32[2] = 4280 4318
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=luminance/unorm_int8:1x1:uint8:51 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=LUMINANCE
// LUMINANCE: arg.1: float32[4] = 0.2 0.2 0.2 1
// LUMINANCE: arg.2: int32[2] = 4281 4306
// Bits 15 to 11, 10 to 5 and 4 to 0.
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=rgb/unorm_short_565:1x1:uint16:0xF81F --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=SHORT
// SHORT: arg.1: float32[4] = 1 0 1 1
// SHORT: arg.2: int32[2] = 4276 4308
// RUN: spirv-run %s --entry floats --local-size 1 --strict --arg 0=srgba/unorm_int8:1x1:uint8:255,0,0,51 --arg 1=float32:fill(4,9) --arg 2=int32:0,0 | FileCheck %s --check-prefix=SRGB
// SRGB: arg.1: float32[4] = 1 0 0 0.2
// SRGB: arg.2: int32[2] = 4289 4306
// RUN: spirv-run %s --entry integers --local-size 1 --strict --arg 0=rg/signed_int16:1x1:int16:-5,7 --arg 1=int32:fill(4,9) | FileCheck %s --check-prefix=SIGNED
// SIGNED: arg.1: int32[4] = -5 7 0 1
// RUN: spirv-run %s --entry unsigned_integers --local-size 1 --strict --arg 0=rgba/unsigned_int8:1x1:uint8:250,0,1,2 --arg 1=uint32:fill(4,9) | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: arg.1: uint32[4] = 250 0 1 2
// Writes store the components that the order has, and clamp integers to the range of the type.
// RUN: spirv-run %s --entry write_floats --local-size 1 --strict --arg 0=bgra/unorm_int8:1x1 | FileCheck %s --check-prefix=TO_BGRA
// TO_BGRA: arg.0: uint8x4[1] = (153 51 255 0)
// RUN: spirv-run %s --entry write_floats --local-size 1 --strict --arg 0=a/float:1x1 | FileCheck %s --check-prefix=TO_A
// TO_A: arg.0: float32[1] = -0.5
// RUN: spirv-run %s --entry write_floats --local-size 1 --strict --arg 0=intensity/float:1x1 | FileCheck %s --check-prefix=TO_INTENSITY
// TO_INTENSITY: arg.0: float32[1] = 1
// RUN: spirv-run %s --entry write_integers --local-size 1 --strict --arg 0=rgba/signed_int8:1x1 | FileCheck %s --check-prefix=TO_INT8
// TO_INT8: arg.0: int8x4[1] = (127 -128 5 -1)
// RUN: spirv-run %s --entry write_unsigned --local-size 1 --strict --arg 0=rgba/unsigned_int16:1x1 | FileCheck %s --check-prefix=TO_UINT16
// TO_UINT16: arg.0: uint16x4[1] = (1000 65535 5 65535)
// RUN: expect-status 2 spirv-run %s --entry integers --local-size 1 --arg 0=rgb/float:1x1 --arg 1=int32:fill(4,9) 2>&1 | FileCheck %s --check-prefix=NO_SUCH
// NO_SUCH: error: --arg 0: 'rgb/float' is not an image format

kernel void floats(read_only image2d_t image, global float4* out, global int* format) {
  *out = read_imagef(image, (int2)(0, 0));
  format[0] = get_image_channel_order(image);
  format[1] = get_image_channel_data_type(image);
}

kernel void integers(read_only image2d_t image, global int4* out) { *out = read_imagei(image, (int2)(0, 0)); }

kernel void unsigned_integers(read_only image2d_t image, global uint4* out) { *out = read_imageui(image, (int2)(0, 0)); }

kernel void write_floats(write_only image2d_t image) {
  write_imagef(image, (int2)(0, 0), (float4)(1, 0.2f, 0.6f, -0.5f));
}

kernel void write_integers(write_only image2d_t image) {
  write_imagei(image, (int2)(0, 0), (int4)(1000, -1000, 5, -1));
}

kernel void write_unsigned(write_only image2d_t image) {
  write_imageui(image, (int2)(0, 0), (uint4)(1000, 100000, 5, -1));
}
