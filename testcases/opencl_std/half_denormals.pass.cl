// "Denormalized numbers for the half data type which may be generated when converting a float to a half using
// vstore_half and converting a half to a float using vload_half cannot be flushed to zero." 17 is the half 17 * 2^-24.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --arg 0=uint16:17,0 --arg 1=float32:0 --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of
// RUN: spirv-run %s --local-size 1 --arg 0=uint16:17,0 --arg 1=float32:0 --dump arg.0:uint16 --dump arg.1:uint32 --strict --arithmetic flush-denormals | FileCheck %s --check-prefix=VALUES
// VALUES: arg.0: uint16[2] = 17 17
// VALUES: arg.1: uint32[1] = 898105344
//
// Arithmetic may flush denormals.
// RUN: expect-status 3 spirv-run %s -D ARITHMETIC --local-size 1 --arg 0=uint16:17,0 --arg 1=float32:1e-40 --check-arithmetic | FileCheck %s --check-prefix=ARITHMETIC
// ARITHMETIC: arithmetic flush-denormals: not the same [arithmetic.denormals]

kernel void k(global half* h, global float* f) {
#ifdef ARITHMETIC
  f[0] *= 0.5f;
#else
  f[0] = vload_half(0, h);
  vstore_half(f[0], 1, h);
#endif
}
