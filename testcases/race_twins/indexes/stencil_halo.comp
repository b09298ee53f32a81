// Tiles overlap by their halo when they are read, not when they are written.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint at = 6 * gl_WorkGroupID.x + i;
#ifdef RACE
  results[at] = values[at];
#else
  if (i > 0 && i < 7) results[at] = values[at];
#endif
}
