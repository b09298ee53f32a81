// The last invocation reads an element of the next workgroup, in place or not.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint at = gl_GlobalInvocationID.x;
  const uint next = values[at + 1];
  memoryBarrierBuffer();
  barrier();
#ifdef RACE
  values[at] = next;
#else
  results[at] = next;
#endif
}
