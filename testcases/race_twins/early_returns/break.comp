// Invocations leave a loop after a different number of iterations.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  for (uint k = 0; k < 8; ++k) {
    if (k > i) break;
#ifdef RACE
    results[k] = i;
#else
    results[8 * i + k] = i;
#endif
  }
}
