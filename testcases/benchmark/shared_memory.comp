#version 450
// Workgroup memory and barriers: transposes and tree sums over the whole workgroup.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 8;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

shared uint tile[256];

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint local = gl_LocalInvocationID.x;
  uint x = source[i];
  for (uint round = 0; round < rounds; ++round) {
    tile[local] = x;
    barrier();
    x += tile[(local % 16u) * 16u + local / 16u];
    barrier();
    tile[local] = x;
    barrier();
    for (uint stride = 128; stride > 0; stride /= 2) {
      if (local < stride) tile[local] += tile[local + stride];
      barrier();
    }
    x ^= tile[0];
    barrier();
  }
  target[i] = x;
}
