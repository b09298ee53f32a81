#version 450
// Weights each texel of an image of 64 x 64 with its neighbors, 5 x 5 binomial weights, from a tile with a border in memory of
// the workgroup. Outside the image, the texel at the edge counts.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

const int size = 64;
const uint weights[5] = uint[5](1, 4, 6, 4, 1);
shared uint tile[20][20];

uint texel(ivec2 at, uint round) {
  const ivec2 inside = clamp(at, ivec2(0), ivec2(size - 1));
  return source[(uint(inside.y * size + inside.x) + 4096u * round) & 16383u] & 255u;
}

void main() {
  const ivec2 first = 16 * ivec2(gl_WorkGroupID.x % 4u, gl_WorkGroupID.x / 4u);
  const ivec2 local = ivec2(gl_LocalInvocationID.x % 16u, gl_LocalInvocationID.x / 16u);
  for (uint round = 0; round < rounds; ++round) {
    for (uint i = gl_LocalInvocationID.x; i < 400u; i += 256u)
      tile[i / 20u][i % 20u] = texel(first + ivec2(i % 20u, i / 20u) - 2, round);
    barrier();
    uint sum = 0;
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) sum += weights[y] * weights[x] * tile[local.y + y][local.x + x];
    target[(first.y + local.y) * size + first.x + local.x] = sum / 256u;
    barrier();
  }
}
