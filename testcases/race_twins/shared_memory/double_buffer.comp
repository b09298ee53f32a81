// One barrier per step suffices with two buffers; with one it does not.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cells[2][8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  cells[0][i] = i;
  barrier();
  for (uint step = 0; step < 4; ++step) {
#ifdef RACE
    cells[0][i] = cells[0][(i + 1) % 8] + 1;
#else
    cells[1 - step % 2][i] = cells[step % 2][(i + 1) % 8] + 1;
#endif
    barrier();
  }
  results[i] = cells[0][i];
}
