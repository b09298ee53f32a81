// An atomic does not protect the word next to it.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  atomicAdd(values[0], 1);
#ifdef RACE
  values[1] += 1;
#else
  atomicAdd(values[1], 1);
#endif
}
