// The barrier is at the end of the body.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint step = 0;
  cell[i] = 0;
  barrier();
  do {
    const uint got = cell[(i + 1) % 8];
    barrier();
    cell[i] = got + 1;
#ifndef RACE
    barrier();
#endif
    ++step;
  } while (step < 3);
  barrier();
  results[i] = cell[i];
}
