// SHA-256 of one padded block: "abc" and the empty message (FIPS 180-4, examples of NIST).
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 2 --strict --arg '0=uint32:0x61626380,fill(14,0),24,0x80000000,fill(15,0)' --arg 1=uint32:fill(16,0) | FileCheck %s
// ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad
// CHECK: arg.1: uint32[16] =
// CHECK-NEXT: 0: 3128432319 2399260650 1094795486 1571693091 2953011619 2518121116 3021012833 4060091821
// e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855
// CHECK-NEXT: 8: 3820012610 2566659092 2600203464 2574235940 665731556 1687917388 2761267483 2018687061
constant uint k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint rotated(uint x, uint n) { return rotate(x, 32 - n); }

kernel void hash(global const uint* blocks, global uint* digests) {
  const size_t block = get_global_id(0);
  uint w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint s[8];
  for (int i = 0; i < 16; ++i) w[i] = blocks[16 * block + i];
  for (int i = 16; i < 64; ++i) {
    const uint s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const uint s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  for (int i = 0; i < 8; ++i) s[i] = h[i];
  for (int i = 0; i < 64; ++i) {
    const uint s1 = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25);
    const uint t1 = s[7] + s1 + bitselect(s[6], s[5], s[4]) + k[i] + w[i];
    const uint s0 = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
    const uint t2 = s0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; --j) s[j] = s[j - 1];
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) digests[8 * block + i] = h[i] + s[i];
}
