// The edits that come with advice are followed, and the race is gone: a wait for an asynchronous copy, and an atomic update.
// REQUIRES: opencl-c
// RUN: apply-advice %s --entry wait --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' | FileCheck %s --check-prefixes=WAIT,FOLLOWED
// WAIT: insert wait_group_events(1, &copied);
// RUN: apply-advice %s --entry count --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' | FileCheck %s --check-prefixes=COUNT,FOLLOWED
// COUNT: replace atomic_add(&out[0], 1)
// FOLLOWED: 1 programs, advice followed 1 times, 0 problems
//
// The module does not say which event to wait for.
// RUN: expect-status 3 spirv-run %s --entry forget --local-size 4 --format json --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' | FileCheck %s --check-prefix=FORGET --implicit-check-not='"advice"'
// FORGET: "help": "wait for the copy first: call wait_group_events() with its event before line

kernel void wait(global int* out, global const int* in) {
  local int part[4];
  event_t copied = async_work_group_copy(part, in, 4, 0);
  const size_t i = get_local_id(0);
  out[i] = part[3 - i];
}

kernel void count(global int* out, global const int* in) {
  if (in[get_local_id(0)] > 1) {
    out[0] += 1;
  }
}

kernel void forget(global int* out, global const int* in) {
  local int part[4];
  async_work_group_copy(part, in, 4, 0);
  const size_t i = get_local_id(0);
  out[i] = part[3 - i];
}
