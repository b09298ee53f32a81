// Blocks of shared memory share their bytes.
// groups: 1, subgroup size: 4
#version 460
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared A { uint a[2]; };
shared B { uint b[2]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) a[0] = 1;
#ifndef RACE
  barrier();
#endif
  if (i == 1) b[0] = 2;
  barrier();
  results[i] = b[0];
}
