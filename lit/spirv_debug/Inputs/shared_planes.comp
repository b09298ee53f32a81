#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer O { vec4 constants[4]; uvec4 mixed[4]; vec4 sums[4]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 a = vec4(1, 5, 5, 5);
  constants[i] = a;
  mixed[i] = uvec4(gl_LocalInvocationIndex, 5, 5, 6);
  float f = float(i) + 2.0;
  vec4 b = vec4(f + f, 5, f * f, f + f);
  sums[i] = b.xxzz;
  sums[i].x = 0;
}
