// Only the invocations that do not return write.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i > 0)
#ifdef RACE
    results[0] = 2;
#else
    return;
#endif
  if (i == 0) results[0] = 1;
}
