// Invocations take turns with a barrier between them.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint total;

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint turn = 0; turn < 8; ++turn) {
    if (turn == i) total += i;
#ifndef RACE
    barrier();
#endif
  }
  if (i == 0) results[0] = 1;
}
