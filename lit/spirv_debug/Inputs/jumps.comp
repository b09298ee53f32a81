#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer F { uint n; uint o[4]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint v = 0;
  for (;;) {
    if (v % 2u == 0u) {
      v += 1u;
    } else {
      v += 3u;
    }
  }
}
