// A copy of a whole array also copies the elements that others write.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cell[i] = i;
#ifdef RACE
  if (i == 0) { const uint all[8] = cell; results[0] = all[0]; }
#else
  if (i == 0) results[0] = cell[0];
#endif
}
