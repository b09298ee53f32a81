// The function has a barrier after its write, but also needs one before the write of the next call.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared uint cell[64];
uint turn(uint at, uint add) {
  cell[at] = at + add;
  barrier();
  return cell[7 - at];
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint sum = turn(i, 0);
#ifndef RACE
  barrier();
#endif
  sum += turn(i, 1);
  results[i] = sum;
}
