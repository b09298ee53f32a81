#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B { uint a; uint b; } buffers[3];
void main() {
  buffers[1].a = 3;
  buffers[2].b = buffers[1].a;
  buffers[0].b = 1;
}
