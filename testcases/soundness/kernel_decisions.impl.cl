// Uncertain branches in a kernel, which has no merge instructions: selections, a switch, loops, early returns.
//
// REQUIRES: opencl-c
// RUN: %python %{testcases}/../scripts/soundness litmus %s --local-size 3 --arg '0=uint32:fill(21,777)' --arg 1=uint32:0
// ALLOWED arg.0: 3x{0,1,2} 3x{5,6} 3x{0,7} 3x{0,3,6} 3x4 3x{777,8} 3x{1,2}
// ALLOWED arg.1: 3

kernel void decide(global uint* o, global uint* counter) {
  const uint i = get_global_id(0);
  const uint ticket = atomic_add(counter, 1u);
  o[i] = ticket;
  if (ticket > 1) o[i + 3] = 5; else o[i + 3] = 6;
  uint x = 0;
  switch (ticket) {
    case 0: break;
    default: x = 7; break;
  }
  o[i + 6] = x;
  uint n = 0;
  for (uint k = 0; k < 8; ++k) {
    if (k == ticket) break;
    n += 3;
  }
  o[i + 9] = n;
  o[i + 12] = ticket == 1 ? 4 : 4;
  o[i + 18] = ticket == 0 ? 1 : 2;
  if (ticket == 2) return;
  o[i + 15] = 8;
}
