// An inout parameter is copied back, also where the function does not change it.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];
void touch(inout uint place, uint value) { place = value; }

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  touch(cell[0], i);
#else
  touch(cell[i], i);
#endif
  barrier();
  results[i] = cell[0];
}
