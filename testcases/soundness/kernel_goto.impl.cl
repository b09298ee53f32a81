// Control flow that no structured construct describes: uncertain branches jump into the middle of each other's paths.
//
// REQUIRES: opencl-c
// RUN: %python %{testcases}/../scripts/soundness litmus %s --local-size 4 --arg '0=uint32:fill(8,777)' --arg 1=uint32:0
// ALLOWED arg.0: 4x{12,2,4,5} 4x3
// ALLOWED arg.1: 4

kernel void jump(global uint* o, global uint* counter) {
  const uint i = get_global_id(0);
  const uint ticket = atomic_add(counter, 1u);
  uint x = ticket;
  if (ticket == 0) goto second;
  if (ticket == 1) goto third;
first:
  x += 1;
  if (x == 3) goto third;
second:
  x += 10;
third:
  x += ticket == 3 ? (uint)-9 : 1;
  if (ticket == 0) x += 1;
  o[i] = x;
  o[i + 4] = 3;
}
