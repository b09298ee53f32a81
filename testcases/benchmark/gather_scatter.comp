#version 450
// Memory: loads and stores of a storage buffer at permuted indices.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 64;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) buffer Target { uint target[]; };

// Only this invocation accesses target[i * 16] to target[i * 16 + 15].
void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint index = i;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    index = source[index] & 0x3FFFu;         // gather: a permutation
    const uint slot = i * 16u + (index & 15u);
    target[slot] = index + sum;              // scatter
    sum += source[(index * 7u) & 0x3FFFu] ^ target[slot];
  }
  target[i * 16u] = sum;
}
