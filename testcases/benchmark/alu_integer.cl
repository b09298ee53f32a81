// alu_integer.comp as an OpenCL kernel; ROUNDS is defined on the command line.
// Does not use shifts: Clang translates them to llvm.fshl, which Oclgrind 21.10 does not support.
uint rotate_right(uint x, uint n) { return rotate(x, 32u - n); }

kernel void alu_integer(global const uint* source, global uint* target) {
  const uint i = get_global_id(0);
  uint s = source[i] | 1u;
  uint a = s, b = s ^ 0x6A09E667u, c = s + 0xBB67AE85u, e = ~s, f = s * 3u, g = s >> 3;
  uint d = 0x3C6EF372u, h = 0xA54FF53Au;
  for (uint round = 0; round < ROUNDS; ++round) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    const uint big1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    const uint t1 = h + big1 + ((e & f) ^ (~e & g)) + s;
    const uint big0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    const uint t2 = big0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  target[i] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
