#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Out { uint shared_one, other; };

void main() {
  shared_one = gl_LocalInvocationIndex;
}
