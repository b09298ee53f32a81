#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Histograms of bytes that other invocations wrote: alternates atomics, accesses of one byte, and accesses of words.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) buffer Target { uint target[]; };

shared uint8_t tile[256];
shared uint counts[64];

void main() {
  const uint i = gl_LocalInvocationID.x;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    tile[(37 * i) & 255] = uint8_t(source[(256 * round + i) & 16383] * 7);
    if (i < 64) counts[i] = 0;
    barrier();
    atomicAdd(counts[uint(tile[i]) & 63], 1);
    atomicAdd(target[4096 + (uint(tile[i ^ 5]) & 255)], 1);
    barrier();
    sum = 3 * sum + counts[i & 63];
    target[i] = sum;
    barrier();
  }
}
