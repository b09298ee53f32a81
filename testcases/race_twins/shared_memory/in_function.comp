// The barrier is in the function that writes.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];
void put(uint at, uint value) {
  cell[at] = value;
#ifndef RACE
  barrier();
#endif
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  put(i, i);
  results[i] = cell[7 - i];
}
