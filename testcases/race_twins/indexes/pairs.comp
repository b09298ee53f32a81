// Each invocation writes two elements.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  results[2 * i] = i;
  results[
#ifdef RACE
    2 * i + 2
#else
    2 * i + 1
#endif
  ] = i;
}
