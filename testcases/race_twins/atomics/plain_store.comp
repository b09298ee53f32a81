// A flag is set plainly or with an atomic while others read it atomically.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0)
#ifdef RACE
    values[0] = 1;
#else
    atomicExchange(values[0], 1);
#endif
  if (i > 0) results[i] = atomicOr(values[0], 0);
}
