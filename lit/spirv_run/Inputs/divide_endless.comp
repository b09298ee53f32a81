// Divides by 0, then runs for a long time.
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { uint value; };

void main() {
  value = 7 / value;
  for (uint i = 0; i < 0xFFFFFFFFu; ++i) value = i;
}
