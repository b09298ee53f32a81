// Writes to one buffer do not disturb another.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  values[i] = values[(i + 1) % 8] + 1;
#else
  results[i] = values[(i + 1) % 8] + 1;
#endif
}
