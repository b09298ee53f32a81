// Each invocation has a block of its own; with one element more, blocks overlap.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint k = 0; k <
#ifdef RACE
    5
#else
    4
#endif
  ; ++k) results[4 * i + k] = i;
}
