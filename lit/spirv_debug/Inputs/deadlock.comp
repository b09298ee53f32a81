#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Flags { uint flags[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i == 3) {
    while (atomicOr(flags[0], 0) == 0) {
    }
  }
  if (i < 3) atomicOr(flags[0], 1);
}
