#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) coherent buffer Lock { uint lock; };
layout(set = 0, binding = 1) coherent buffer Count { uint count; };

void main() {
  while (atomicCompSwap(lock, 0u, 1u) != 0u) {}
  memoryBarrierBuffer();
  count += 1u;
  memoryBarrierBuffer();
  atomicExchange(lock, 0u);
}
