// A counter gives each invocation a place of its own; a plain counter does not.
// groups: 4, subgroup size: 4
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  const uint at = values[0]++;
#else
  const uint at = atomicAdd(values[0], 1);
#endif
  results[at] = gl_GlobalInvocationID.x;
}
