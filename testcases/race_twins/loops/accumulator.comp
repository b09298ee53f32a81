// A sum in a variable of its own, or in one variable of the workgroup.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint total;

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  for (uint k = 0; k < 4; ++k) total = k;
#else
  uint own = 0;
  for (uint k = 0; k < 4; ++k) own += k;
#endif
  results[i] = i;
}
