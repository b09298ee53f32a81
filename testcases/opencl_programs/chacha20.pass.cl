// The block function of ChaCha20 with vectors, one block for each work-item. The key, the nonce and the result are those of the
// example in RFC 8439, section 2.3.2.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=uint32:fill(16,0) --arg 1=uint32:0x3020100,0x7060504,0xb0a0908,0xf0e0d0c,0x13121110,0x17161514,0x1b1a1918,0x1f1e1d1c --arg 2=uint32:1 --arg 3=uint32x3:150994944,1241513984,0 | FileCheck %s
// CHECK: arg.0: uint32[16] =
// CHECK-NEXT: 0: 3840405776 358169553 534581072 3295748259 3354710471 57196595 2594841092 1315755203
// CHECK-NEXT: 8: 1180992210 162176775 98026004 2718075865 3516666549 3108902622 3900952779 1312575650
#define QUARTER_ROUNDS(a, b, c, d) \
  a += b;                          \
  d = rotate(d ^ a, 16u);          \
  c += d;                          \
  b = rotate(b ^ c, 12u);          \
  a += b;                          \
  d = rotate(d ^ a, 8u);           \
  c += d;                          \
  b = rotate(b ^ c, 7u)
constant uint4 expand = (uint4)(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
kernel void chacha(global uint16* out, constant uint8* key, uint counter, uint3 nonce) {
  uint4 a = expand, b = key->lo, c = key->hi, d = (uint4)(counter + (uint)get_global_id(0), nonce);
  const uint4 b0 = b, c0 = c, d0 = d;
  for (int i = 0; i < 10; ++i) {
    QUARTER_ROUNDS(a, b, c, d);
    b = b.yzwx;
    c = c.zwxy;
    d = d.wxyz;
    QUARTER_ROUNDS(a, b, c, d);
    b = b.wxyz;
    c = c.zwxy;
    d = d.yzwx;
  }
  out[get_global_id(0)] = (uint16)(a + expand, b + b0, c + c0, d + d0);
}
