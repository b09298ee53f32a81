// Elements are reversed in place in pairs or one by one.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  const uint got = values[7 - i];
  values[i] = got;
#else
  if (i < 4) {
    const uint got = values[7 - i];
    values[7 - i] = values[i];
    values[i] = got;
  }
#endif
}
