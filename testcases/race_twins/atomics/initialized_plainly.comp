// The plain write of the initial value must come before the atomics of others.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint total;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) total = 0;
#ifndef RACE
  barrier();
#endif
  atomicAdd(total, i);
  barrier();
  if (i == 0) results[0] = total;
}
