#version 450
layout(local_size_x = 40) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[40]; };
void f(uint i, bvec2 b, uvec2 v) {
  results[i] = v.x + v.y + uint(b.x) + uint(b.y);
}
void main() {
  uint i = gl_LocalInvocationIndex;
  f(i, bvec2(i > 3u, i < 10u), uvec2(i, 0u));
}
