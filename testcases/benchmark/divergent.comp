#version 450
// Control flow that depends on the data: nested branches, and loops that each invocation leaves in a
// different iteration.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 32;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint x = source[i];
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
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
