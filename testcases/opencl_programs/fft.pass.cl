// A Fourier transform of 16 complex numbers by 8 work-items, in local memory (Stockham's order). That of an impulse is 1 everywhere;
// that of a constant is an impulse; the fourth powers of i turn into an impulse at a quarter.
// REQUIRES: opencl-c
// RUN: spirv-run %s --arg '0=float32:1,0,fill(30,0)' | FileCheck %s --check-prefix=IMPULSE
// IMPULSE: arg.0: float32[32] = 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
// RUN: spirv-run %s --arg '0=float32:1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0' | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: arg.0: float32[32] = 16 0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0{{$}}
// RUN: spirv-run %s --arg '0=float32:1,0,0,1,-1,0,0,-1,1,0,0,1,-1,0,0,-1,1,0,0,1,-1,0,0,-1,1,0,0,1,-1,0,0,-1' | FileCheck %s --check-prefix=QUARTER
// QUARTER: arg.0: float32[32] = {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 16 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0 {{-?}}0{{$}}
#define SIZE 16

float2 product(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

kernel __attribute__((reqd_work_group_size(SIZE / 2, 1, 1))) void transform(global float2* data) {
  local float2 buffers[2][SIZE];
  const uint i = get_local_id(0);
  buffers[0][i] = data[i];
  buffers[0][i + SIZE / 2] = data[i + SIZE / 2];
  uint current = 0;
  for (uint n = 1; n < SIZE; n *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint k = i & (n - 1);
    const float angle = -(float)k / (float)n;
    const float2 a = buffers[current][i];
    const float2 b = product(buffers[current][i + SIZE / 2], (float2)(cospi(angle), sinpi(angle)));
    const uint to = (i - k) * 2 + k;
    buffers[1 - current][to] = a + b;
    buffers[1 - current][to + n] = a - b;
    current = 1 - current;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = buffers[current][i];
  data[i + SIZE / 2] = buffers[current][i + SIZE / 2];
}
