#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint v = i;
  while (v < 1000u) {
    v = (v * 3u + 1u) % 1000u;
  }
  results[i] = v;
}
