// divergent.comp as an OpenCL kernel; ROUNDS is defined on the command line.
kernel void divergent(global const uint* source, global uint* target) {
  const uint i = get_global_id(0);
  uint x = source[i];
  uint sum = 0;
  for (uint round = 0; round < ROUNDS; ++round) {
    x = x * 1664525u + 1013904223u;
    if ((x & 0x10000u) != 0) {
      if ((x & 0x20000u) != 0) {
        sum += x >> 7;
        if ((x & 0x40000u) != 0) {
          sum ^= x << 3;
          sum = sum * 5u + round;
        } else {
          sum += 7u;
        }
      } else {
        sum -= x >> 9;
        sum ^= 0x55555555u;
      }
    } else {
      for (uint n = (x >> 20) & 7u; n > 0; --n) {
        sum = sum * 3u + n;
        if ((sum & 0xF0u) == 0x30u) break;
      }
    }
  }
  target[i] = sum;
}
