#version 450
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = a[i];
  for (uint k = 0; k < 300; ++k) {
    if (i % 2 == 0) {
      for (uint m = 0; m < 2000; ++m) x = x * 1664525u + 1013904223u;
    } else {
      for (uint m = 0; m < 2700; ++m) x = x * 7u + m;
    }
  }
  a[i] = x;
}
