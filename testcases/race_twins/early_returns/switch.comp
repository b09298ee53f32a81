// Cases write different elements or the same.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  switch (i % 3) {
    case 0: results[i] = 0; break;
    case 1: results[
#ifdef RACE
      i - 1
#else
      i
#endif
    ] = 1; break;
    default: results[i] = 2;
  }
}
