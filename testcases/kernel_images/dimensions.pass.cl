// Images of all dimensions: reads with and without a sampler, writes and queries.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry lines --local-size 1 --strict --arg 0=r32ui:3:uint32:5,6,7 --arg 1=r32ui:2,layers=2:uint32:1,2,3,4 --arg 2=r32ui:4:uint32:9,8,7,6 --arg 3=uint32:fill(9,0) | FileCheck %s --check-prefix=LINES
// LINES: arg.3: uint32[9] = 7 7 4 4 6 3 2 2 4
// RUN: spirv-run %s --entry volumes --local-size 1 --strict --arg 0=r32ui:2x2x2:uint32:iota(8,1) --arg 1=r32ui:2x1,layers=3:uint32:iota(6,20) --arg 2=uint32:fill(10,0) | FileCheck %s --check-prefix=VOLUMES
// VOLUMES: arg.2: uint32[10] = 7 7 23 25 2 2 2 2 1 3
// RUN: spirv-run %s --entry fill --local-size 2,2 --strict --arg 0=rgba8ui:2x2 --arg 1=r32f:2x2x2:zero(32) --arg 2=r32i:4 --arg 3=r32i:2,layers=2 --arg 4=rgba32f:2x2,layers=2:zero(128) | FileCheck %s --check-prefix=FILL
// FILL: arg.0: uint8x4[4] = (0 0 7 255) (1 0 7 255) (0 1 7 255) (1 1 7 255)
// FILL: arg.1: float32[8] = 0 0 0 0 0 1 2 3
// FILL: arg.2: int32[4] = 0 -1 -2 -3
// FILL: arg.3: int32[4] = 0 1 2 3
// FILL: arg.4: float32x4[8] =
// FILL-NEXT: 0: (0 0 0 0) (0 0 0 0) (0 0 0 0) (0 0 0 0)
// FILL-NEXT: 4: (0 0.5 0 1) (1 0.5 0 1) (2 0.5 0 1) (3 0.5 0 1)

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void lines(read_only image1d_t line, read_only image1d_array_t lines, read_only image1d_buffer_t buffer,
                  global uint* out) {
  out[0] = read_imageui(line, nearest, 5).x;
  out[1] = read_imageui(line, 2).x;
  // With a sampler, the layer is rounded and clamped; without one, it is used as it is.
  out[2] = read_imageui(lines, nearest, (float2)(1.5f, 7.0f)).x;
  out[3] = read_imageui(lines, (int2)(1, 1)).x;
  out[4] = read_imageui(buffer, 3).x;
  out[5] = get_image_width(line);
  out[6] = get_image_width(lines);
  out[7] = get_image_array_size(lines);
  out[8] = get_image_width(buffer);
}

kernel void volumes(read_only image3d_t volume, read_only image2d_array_t layers, global uint* out) {
  out[0] = read_imageui(volume, nearest, (int4)(0, 1, 1, 99)).x;
  out[1] = read_imageui(volume, (int4)(0, 1, 1, 99)).x;
  out[2] = read_imageui(layers, nearest, (int4)(1, 0, 1, 99)).x;
  out[3] = read_imageui(layers, nearest, (float4)(1.5f, 0.5f, 2.4f, 99.0f)).x;
  out[4] = get_image_width(volume);
  out[5] = get_image_height(volume);
  out[6] = get_image_depth(volume);
  const int2 size = get_image_dim(layers);
  out[7] = size.x;
  out[8] = size.y;
  out[9] = get_image_array_size(layers);
}

kernel void fill(write_only image2d_t plane, write_only image3d_t volume, write_only image1d_buffer_t buffer,
                 write_only image1d_array_t lines, write_only image2d_array_t layers) {
  const int x = get_local_id(0), y = get_local_id(1), i = y * 2 + x;
  write_imageui(plane, (int2)(x, y), (uint4)(x, y, 7, 300));  // the largest number of 8 bits
  write_imagef(volume, (int4)(x, y, 1, 0), (float4)(i, 0, 0, 0));
  write_imagei(buffer, i, (int4)(-i));
  write_imagei(lines, (int2)(x, y), (int4)(i));
  write_imagef(layers, (int4)(x, y, 1, 0), (float4)(i, 0.5f, 0, 1));
}
