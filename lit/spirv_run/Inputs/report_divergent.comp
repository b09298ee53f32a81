#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
  uint value = 0;
  for (uint k = 0; k < i; ++k)
    value += 3;
  if (i < 2)
    value = 100;
  values[4 * i] = value;
}
