// A tile is written by rows and read by columns.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint tile[4][4];

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint x = i % 4, y = i / 4;
  tile[y][x] = i;
#ifndef RACE
  barrier();
#endif
  results[i] = tile[x][y];
}
