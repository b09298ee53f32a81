// Components of a vector are separate memory; an assignment of the whole vector writes all of them.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uvec2 v;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) v.x = 1;
  if (i == 1)
#ifdef RACE
  v = uvec2(2);
#else
  v.y = 2;
#endif
  barrier();
  if (i == 2) results[0] = v.x;
}
