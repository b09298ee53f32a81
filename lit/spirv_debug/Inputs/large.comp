#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  uint i = values[1];
  values[0] = i;
}
