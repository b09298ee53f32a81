// The guard must also keep the last invocation from its missing neighbor.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i >=
#ifdef RACE
    8
#else
    7
#endif
  ) return;
  if (i % 2 == 0) results[i + 1] = values[i];
#ifdef RACE
  results[i] = 1;
#endif
}
