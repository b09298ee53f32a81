// The result of an atomic is a place that no other invocation gets.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint at =
#ifdef RACE
    i / 2;
#else
    atomicAdd(values[0], 1);
#endif
  results[at] = i;
}
