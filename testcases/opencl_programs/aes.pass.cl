// AES-128 of a block, with the round keys in local memory: the key, the block and the result of FIPS 197, appendix C.1.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 2 --strict --arg '0=uint8:0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255,fill(16,0)' --arg '1=uint8:fill(32,0)' --arg '2=uint8:iota(16)' | FileCheck %s
// CHECK: arg.1: uint8[32] =
// CHECK-NEXT: 0: 105 196 224 216 106 123 4 48 216 205 183 128 112 180 197 90
constant uchar sbox[256] = {
    99,  124, 119, 123, 242, 107, 111, 197, 48,  1,   103, 43,  254, 215, 171, 118, 202, 130, 201,
    125, 250, 89,  71,  240, 173, 212, 162, 175, 156, 164, 114, 192, 183, 253, 147, 38,  54,  63,
    247, 204, 52,  165, 229, 241, 113, 216, 49,  21,  4,   199, 35,  195, 24,  150, 5,   154, 7,
    18,  128, 226, 235, 39,  178, 117, 9,   131, 44,  26,  27,  110, 90,  160, 82,  59,  214, 179,
    41,  227, 47,  132, 83,  209, 0,   237, 32,  252, 177, 91,  106, 203, 190, 57,  74,  76,  88,
    207, 208, 239, 170, 251, 67,  77,  51,  133, 69,  249, 2,   127, 80,  60,  159, 168, 81,  163,
    64,  143, 146, 157, 56,  245, 188, 182, 218, 33,  16,  255, 243, 210, 205, 12,  19,  236, 95,
    151, 68,  23,  196, 167, 126, 61,  100, 93,  25,  115, 96,  129, 79,  220, 34,  42,  144, 136,
    70,  238, 184, 20,  222, 94,  11,  219, 224, 50,  58,  10,  73,  6,   36,  92,  194, 211, 172,
    98,  145, 149, 228, 121, 231, 200, 55,  109, 141, 213, 78,  169, 108, 86,  244, 234, 101, 122,
    174, 8,   186, 120, 37,  46,  28,  166, 180, 198, 232, 221, 116, 31,  75,  189, 139, 138, 112,
    62,  181, 102, 72,  3,   246, 14,  97,  53,  87,  185, 134, 193, 29,  158, 225, 248, 152, 17,
    105, 217, 142, 148, 155, 30,  135, 233, 206, 85,  40,  223, 140, 161, 137, 13,  191, 230, 66,
    104, 65,  153, 45,  15,  176, 84,  187, 22};

// The product of a polynomial and x.
uchar times_x(uchar x) { return (uchar)(x << 1) ^ ((x >> 7) * 0x1b); }
kernel void aes(global const uchar16* in, global uchar16* out, constant uchar16* key) {
  local uchar keys[176];
  if (get_local_id(0) == 0) {
    vstore16(*key, 0, keys);
    uchar constant_of_round = 1;
    for (int i = 16; i < 176; i += 4) {
      uchar4 t = vload4(0, keys + i - 4);
      if (i % 16 == 0) {
        t = t.yzwx;
        t = (uchar4)(sbox[t.x] ^ constant_of_round, sbox[t.y], sbox[t.z], sbox[t.w]);
        constant_of_round = times_x(constant_of_round);
      }
      vstore4(t ^ vload4(0, keys + i - 16), 0, keys + i);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uchar16 s = in[get_global_id(0)] ^ vload16(0, keys);
  for (int r = 1; r <= 10; ++r) {
    uchar b[16];
    vstore16(s, 0, b);
    for (int i = 0; i < 16; ++i) b[i] = sbox[b[i]];
    s = vload16(0, b);
    s = shuffle(s, (uchar16)(0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11));
    if (r < 10) {
      vstore16(s, 0, b);
      for (int c = 0; c < 4; ++c) {
        const uchar4 a = vload4(c, b);
        const uchar all = a.x ^ a.y ^ a.z ^ a.w;
        uchar4 m = a ^ all;
        m ^= (uchar4)(times_x(a.x ^ a.y), times_x(a.y ^ a.z), times_x(a.z ^ a.w),
                      times_x(a.w ^ a.x));
        vstore4(m, c, b);
      }
      s = vload16(0, b);
    }
    s ^= vload16(r, keys);
  }
  out[get_global_id(0)] = s;
}
