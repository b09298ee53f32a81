// Invocations write different members of a structure, or one member.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
struct Pair { uint a, b; };
shared Pair pair;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) pair.a = 1;
  if (i == 1)
#ifdef RACE
  pair.a = 2;
#else
  pair.b = 2;
#endif
  barrier();
  if (i == 2) results[0] = pair.a;
}
