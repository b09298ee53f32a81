#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer D { int number[]; };
void main() {
  for (int k = 1; k < 7; ++k) {
    number[k] = 8 / number[0];
  }
}
