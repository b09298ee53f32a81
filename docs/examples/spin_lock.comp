#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer State { uint lock; uint count; };

void main() {
  while (atomicCompSwap(lock, 0, 1) != 0) {}
  ++count;
  atomicExchange(lock, 0);
}
