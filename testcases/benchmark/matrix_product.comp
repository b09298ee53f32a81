#version 450
// A product of two matrices of 128 x 128 floats, in tiles of 32 x 32 that a workgroup keeps in its memory. All sums are exact.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

const uint size = 128, width = 32, depth = 16;
shared float a[width][depth];
shared float b[depth][width];

float element(uint row, uint column) { return float(source[(row * size + column) & 16383u] & 255u); }

void main() {
  const uint local = gl_LocalInvocationID.x;
  const uint row = local / 16u * 2u, column = local % 16u * 2u;
  const uint first_row = gl_WorkGroupID.x / 4u * width, first_column = gl_WorkGroupID.x % 4u * width;
  for (uint round = 0; round < rounds; ++round) {
    float sum[4] = float[4](0.0, 0.0, 0.0, 0.0);
    for (uint k = 0; k < size; k += depth) {
      for (uint i = local; i < width * depth; i += 256u) {
        a[i / depth][i % depth] = element(first_row + i / depth + round, k + i % depth);
        b[i / width][i % width] = element(k + i / width + 64u, first_column + i % width);
      }
      barrier();
      for (uint i = 0; i < depth; ++i) {
        const float left[2] = float[2](a[row][i], a[row + 1u][i]);
        const float right[2] = float[2](b[i][column], b[i][column + 1u]);
        for (uint j = 0; j < 4; ++j) sum[j] += left[j / 2u] * right[j % 2u];
      }
      barrier();
    }
    for (uint j = 0; j < 4; ++j)
      target[(first_row + row + j / 2u) * size + first_column + column + j % 2u] = uint(sum[j]);
  }
}
