// A helper that returns early writes nothing for others.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
void put(uint i) {
  if (i > 3)
#ifdef RACE
    i = 0;
#else
    return;
#endif
  results[i] = i;
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  put(i);
}
