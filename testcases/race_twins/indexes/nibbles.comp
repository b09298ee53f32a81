// Eight invocations write a word each, or four bits of one word each.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  results[0] = bitfieldInsert(results[0], i, int(4 * i), 4);
#else
  results[i] = bitfieldInsert(0, i, int(4 * i), 4);
#endif
}
