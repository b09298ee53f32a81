// The order in which work-groups arrive decides a branch that a whole work-group takes, around barriers and local memory.
//
// REQUIRES: opencl-c
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 2 --local-size 2 --arg '0=uint32:fill(4,777)' --arg 1=uint32:0 --arg '2=local(8)' --arg '3=local(4)'
// ALLOWED arg.0: {9,1} {9,0} {9,1} {9,0}
// ALLOWED arg.1: 2

kernel void exchange(global uint* o, global uint* counter, local uint* part, local uint* ticket) {
  const uint i = get_local_id(0);
  if (i == 0) *ticket = atomic_add(counter, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  part[i] = i;
  uint x = 9;
  if (*ticket == 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    x = part[1 - i];
  }
  o[get_global_id(0)] = x;
}
