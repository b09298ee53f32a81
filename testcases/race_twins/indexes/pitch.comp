// The pitch of a row is its width.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint x = i % 4, y = i / 4;
  results[
#ifdef RACE
    y * 3 + x
#else
    y * 4 + x
#endif
  ] = i;
}
