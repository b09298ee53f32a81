#version 450
layout(local_size_x = 6) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[6]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint v = i * 2u;
  if (i == 1u) return;
  results[i] = v;
}
