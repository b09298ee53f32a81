#version 450
// SHA-256 of a message of 56 bytes and its padding for each invocation: the digest of the round before, and words of the source.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

const uint constants[64] = uint[64](
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u);
const uint start[8] = uint[8](
    0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
    0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);

uint rotate(uint x, uint count) { return x >> count | x << (32u - count); }

void compress(inout uint state[8], uint words[16]) {
  uint s[8] = state;
  for (uint i = 0; i < 64; ++i) {
    if (i >= 16) {
      const uint w15 = words[(i + 1u) & 15u], w2 = words[(i + 14u) & 15u];
      words[i & 15u] += (rotate(w15, 7) ^ rotate(w15, 18) ^ w15 >> 3) + words[(i + 9u) & 15u] +
                        (rotate(w2, 17) ^ rotate(w2, 19) ^ w2 >> 10);
    }
    const uint choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const uint majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const uint t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice + constants[i] + words[i & 15u];
    const uint t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
    for (uint j = 7; j > 0; --j) s[j] = s[j - 1u];
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (uint i = 0; i < 8; ++i) state[i] += s[i];
}

void main() {
  uint state[8] = start;
  for (uint round = 0; round < rounds; ++round) {
    uint words[16];
    for (uint i = 0; i < 8; ++i) words[i] = round == 0 ? 0u : state[i];
    for (uint i = 8; i < 14; ++i) words[i] = source[(gl_GlobalInvocationID.x + 4096u * (i - 8u) + round) & 16383u];
    words[14] = 0x80000000u;
    words[15] = 0;
    state = start;
    compress(state, words);
    // The second block has the length of the message, in bits.
    for (uint i = 0; i < 16; ++i) words[i] = i == 15u ? 448u : 0u;
    compress(state, words);
  }
  for (uint i = 0; i < 8; ++i) target[8u * gl_GlobalInvocationID.x + i] = state[i];
}
