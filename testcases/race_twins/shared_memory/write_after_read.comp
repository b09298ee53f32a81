// A second phase writes what the first one reads.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
  barrier();
  const uint got = cell[7 - i];
#ifndef RACE
  barrier();
#endif
  cell[i] = got + 1;
  results[i] = cell[i];
}
