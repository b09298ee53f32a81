#version 450
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Starts { uint starts[]; };
layout(std430, set = 0, binding = 1) buffer Steps { uint steps[]; };

void main() {
  uint n = starts[4 * gl_LocalInvocationIndex];
  uint count = 0;
  while (n != 1) {
    if (n % 2 == 0)
      n /= 2;
    else
      n = 3 * n + 1;
    ++count;
  }
  steps[gl_LocalInvocationIndex] = count;
}
