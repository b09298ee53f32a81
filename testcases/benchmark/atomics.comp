#version 450
// Counters that all invocations add to: few and many of them, in workgroup memory and in a buffer.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) buffer Target { uint target[]; };

shared uint counts[64];

void main() {
  const uint i = gl_LocalInvocationID.x;
  if (i < 64) counts[i] = 0;
  barrier();
  for (uint round = 0; round < rounds; ++round) {
    const uint value = source[(256 * round + i) & 16383];
    atomicAdd(counts[value & 63], 1);
    atomicAdd(target[value * 7 & 4095], value);
  }
  barrier();
  if (i < 64) atomicAdd(target[8192 + i], counts[i]);
}
