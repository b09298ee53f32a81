// MD5 of "abc" and "message digest", one message for each work-item: results of the test suite in RFC 1321.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 2 --strict --arg '0=uint32:2153996897,fill(13,0),24,0,1936942445,543516513,1701276004,8418419,fill(10,0),112,0' --arg '1=uint32:fill(8,0)' | FileCheck %s
// CHECK: arg.1: uint32[8] =
// CHECK-NEXT: 0: 2555380112 2958021180 2101319382 1920983336 2104060921 2375268220 825186898 3496079786
constant uint sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x2441453,  0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x4881d05,  0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constant uchar shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

kernel void md5(global const uint* blocks, global uint4* digests) {
  const size_t g = get_global_id(0);
  const uint4 start = (uint4)(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  uint w[16];
  for (int i = 0; i < 16; ++i) w[i] = blocks[g * 16 + i];
  uint a = start.x, b = start.y, c = start.z, d = start.w;
  for (int i = 0; i < 64; ++i) {
    uint f;
    int k;
    switch (i / 16) {
      case 0:
        f = bitselect(d, c, b);
        k = i;
        break;
      case 1:
        f = bitselect(c, b, d);
        k = (5 * i + 1) & 15;
        break;
      case 2:
        f = b ^ c ^ d;
        k = (3 * i + 5) & 15;
        break;
      default:
        f = c ^ (b | ~d);
        k = (7 * i) & 15;
        break;
    }
    const uint last = d;
    d = c;
    c = b;
    b += rotate(a + f + sines[i] + w[k], (uint)shifts[i / 16 * 4 + i % 4]);
    a = last;
  }
  digests[g] = (uint4)(a, b, c, d) + start;
}
