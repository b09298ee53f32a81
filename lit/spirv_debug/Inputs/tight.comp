#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer F { uint n; };
void main() {
  uint v = 1;
  while (true) {
  }
}
