// One invocation sets a flag that all read, and resets it.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint flag;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) flag = 1;
  barrier();
  results[i] = flag;
#ifndef RACE
  barrier();
#endif
  if (i == 0) flag = 0;
}
