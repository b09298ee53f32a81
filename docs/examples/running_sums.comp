#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) coherent buffer Sums { uint sums[]; };

// Each workgroup adds its number to the sum of the one before it. A sum that is still missing is 0.
void main() {
  const uint i = gl_WorkGroupID.x;
  uint before = 0;
  if (i > 0) {
    while (before == 0) before = atomicOr(sums[i - 1], 0);
  }
  atomicExchange(sums[i], before + i + 1);
}
