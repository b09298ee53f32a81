// Each invocation reads what its neighbor wrote; a barrier orders the two.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
#ifndef RACE
  barrier();
#endif
  results[i] = cell[(i + 1) % 8];
}
