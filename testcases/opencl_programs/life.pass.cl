// A step of the Game of Life from one image to another, with a sampler for the edges. A column of three cells becomes a row: in
// the middle of a plane; and on a torus, around a corner. At the edge of a plane, one of the three cells is too far away.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry plane --global-size 5,5 --local-size 2,3 --strict --arg 0=r/unsigned_int8:5x5:uint8:0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0 --arg 1=r/unsigned_int8:5x5 | FileCheck %s --check-prefix=MIDDLE
// MIDDLE: arg.1: uint8[25] = 0 0 0 0 0 0 0 0 0 0 0 1 1 1 0 0 0 0 0 0 0 0 0 0 0
// RUN: spirv-run %s --entry plane --local-size 4,4 --strict --arg 0=r/unsigned_int8:4x4:uint8:1,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0 --arg 1=r/unsigned_int8:4x4 | FileCheck %s --check-prefix=EDGE
// EDGE: arg.1: uint8[16] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// RUN: spirv-run %s --entry torus --local-size 4,4 --arg 0=r/unsigned_int8:4x4:uint8:1,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0 --arg 1=r/unsigned_int8:4x4 | FileCheck %s --check-prefix=TORUS
// TORUS: arg.1: uint8[16] = 1 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0
constant sampler_t dead_outside = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

bool lives(bool lived, uint neighbors) { return neighbors == 3 || (lived && neighbors == 2); }

kernel void plane(read_only image2d_t now, write_only image2d_t next) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const uint own = read_imageui(now, dead_outside, at).x;
  uint sum = 0;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) sum += read_imageui(now, dead_outside, at + (int2)(x, y)).x;
  }
  write_imageui(next, at, (uint4)(lives(own != 0, sum - own)));
}

kernel void torus(read_only image2d_t now, write_only image2d_t next) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 texel = 1.0f / convert_float2(get_image_dim(now));
  const float2 center = (convert_float2(at) + 0.5f) * texel;
  const uint own = read_imageui(now, repeated, center).x;
  uint sum = 0;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) sum += read_imageui(now, repeated, center + (float2)(x, y) * texel).x;
  }
  write_imageui(next, at, (uint4)(lives(own != 0, sum - own)));
}
