#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[]; };
void main() {
  uint v = gl_LocalInvocationIndex;
  for (uint outer = 0; outer < 4000000000u; ++outer)
    for (uint inner = 0; inner < 4000000000u; ++inner)
      v += inner;
  results[0] = v;
}
