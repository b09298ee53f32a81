#version 450
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint round = 0; round < 60; ++round)
    for (uint k = 0; k < 4096; ++k) a[i * 4096 + k] += round * k;
}
