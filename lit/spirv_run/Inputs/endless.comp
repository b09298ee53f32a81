#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint value; };
void main() {
  value = 7;
  for (uint i = 0; i < 0xFFFFFFFFu; ++i) value += i & 1u;
}
