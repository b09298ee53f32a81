#version 450
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) buffer O { uint o[128]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint acc = 0u;
  uvec4 v = uvec4(i);
  for (uint k = 0u; k < 10000u; ++k) {
    acc += k ^ i;
    v.x += acc;
  }
  o[i] = acc + v.x;
}
