// All invocations write one variable, or only one of them does.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint total;

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  total = i;
#else
  if (i == 0) total = 7;
#endif
  barrier();
  results[i] = total;
}
