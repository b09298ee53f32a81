// SHA-256 of many messages at once: every invocation hashes and pads one message, with its own number of
// blocks. Checked against the published vectors (the empty message, "abc", the 448-bit one, the 896-bit one)
// and against Python's hashlib.
//
// RUN: %python %S/Inputs/make_messages.py %t.table.bin %t.bytes.bin %t.digests.bin
// RUN: spirv-run %s --groups 2 --subgroup-size 32 --buffer 0.0=@%t.table.bin --buffer 0.1=@%t.bytes.bin --buffer 0.2=@%t.digests.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sha256.py %t.json
// RUN: spirv-run %s --groups 2 --subgroup-size 1 --buffer 0.0=@%t.table.bin --buffer 0.1=@%t.bytes.bin --buffer 0.2=@%t.digests.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sha256.py %t.json
// RUN: spirv-run %s --groups 2 --subgroup-size 8 --buffer 0.0=@%t.table.bin --buffer 0.1=@%t.bytes.bin --buffer 0.2=@%t.digests.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sha256.py %t.json
// RUN: spirv-run %s --groups 2 --subgroup-size 128 --buffer 0.0=@%t.table.bin --buffer 0.1=@%t.bytes.bin --buffer 0.2=@%t.digests.bin --dump 0.0:uint32 --dump 0.1:uint32 --dump 0.2:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_sha256.py %t.json

#version 450

layout(local_size_x = 64) in;

struct Message
{
    uint offset; // in bytes, from the start of the byte buffer
    uint size;   // in bytes
};

layout(std430, set = 0, binding = 0) readonly buffer Table
{
    Message messages[];
};

// Four bytes in each word, the first one in the low bits.
layout(std430, set = 0, binding = 1) readonly buffer Bytes
{
    uint words[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Digests
{
    uint digests[][8];
};

const uint roundConstants[64] = uint[64](
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u);

uint rotateRight(uint x, uint n)
{
    return (x >> n) | (x << (32 - n));
}

// Byte i of the padded message: the message, 0x80, zeros, and the length in bits as eight bytes, big end first.
uint paddedByte(Message message, uint i, uint paddedLength)
{
    if (i < message.size)
    {
        const uint at = message.offset + i;
        return bitfieldExtract(words[at / 4], int(at % 4) * 8, 8);
    }
    if (i == message.size)
    {
        return 0x80;
    }
    const uint fromEnd = paddedLength - 1 - i;
    if (fromEnd >= 8)
    {
        return 0;
    }
    const uint lowBits = message.size << 3;
    const uint highBits = message.size >> 29;
    return ((fromEnd < 4 ? lowBits : highBits) >> (8 * (fromEnd % 4))) & 0xff;
}

void compress(inout uint state[8], uint block[16])
{
    uint w[64];
    for (uint t = 0; t < 16; ++t)
    {
        w[t] = block[t];
    }
    for (uint t = 16; t < 64; ++t)
    {
        const uint s0 = rotateRight(w[t - 15], 7) ^ rotateRight(w[t - 15], 18) ^ (w[t - 15] >> 3);
        const uint s1 = rotateRight(w[t - 2], 17) ^ rotateRight(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }

    uint a = state[0], b = state[1], c = state[2], d = state[3];
    uint e = state[4], f = state[5], g = state[6], h = state[7];
    for (uint t = 0; t < 64; ++t)
    {
        const uint sum1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
        const uint choice = (e & f) ^ (~e & g);
        const uint t1 = h + sum1 + choice + roundConstants[t] + w[t];
        const uint sum0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
        const uint majority = (a & b) ^ (a & c) ^ (b & c);
        const uint t2 = sum0 + majority;
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void main()
{
    const uint id = gl_GlobalInvocationID.x;
    if (id >= uint(messages.length()))
    {
        return;
    }
    const Message message = messages[id];
    const uint blocks = (message.size + 9 + 63) / 64;

    uint state[8] = uint[8](0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                            0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);
    for (uint blockIndex = 0; blockIndex < blocks; ++blockIndex)
    {
        uint block[16];
        for (uint t = 0; t < 16; ++t)
        {
            uint word = 0;
            for (uint k = 0; k < 4; ++k)
            {
                word = (word << 8) | paddedByte(message, blockIndex * 64 + t * 4 + k, blocks * 64);
            }
            block[t] = word;
        }
        compress(state, block);
    }
    for (uint i = 0; i < 8; ++i)
    {
        digests[id][i] = state[i];
    }
}
