// An asynchronous copy accesses its memory at any time until the wait for its event. Barriers do not order it, nor does
// the program order of a work-item that began it.
// REQUIRES: opencl-c
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s --entry source_overwritten --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: data race: invocation (0,0,0) writes 'p[0]' of buffer arg.1, and it starts a copy that reads it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// SOURCE: {{^}}  lanes 0-3 of subgroup 0
// SOURCE: help: wait for the copy first: call wait_group_events() with its event before line [[#]]
// RUN: expect-status 3 spirv-run %s --entry source_overwritten --subgroup-size 1 --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: writes 'p[0]' of buffer arg.1, and it starts a copy that reads it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// RUN: expect-status 3 spirv-run %s --entry source_first_item --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: data race: invocation (0,0,0) writes 'p[1]' of buffer arg.1, and it starts a copy that reads it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// RUN: expect-status 3 spirv-run %s --entry destination_written --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=DESTINATION
// DESTINATION: data race: invocation (0,0,0) writes '{{.*}}part[0]', and it starts a copy that writes it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// RUN: expect-status 3 spirv-run %s --entry read_early --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: data race: invocation (0,0,0) reads '{{.*}}part[0]', and it starts a copy that writes it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// RUN: expect-status 3 spirv-run %s --entry two_copies --local-size 4 --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' --arg 2=int32:3 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: data race: invocation (0,0,0) starts a copy that writes '{{.*}}part[3]', and it starts a copy that writes it
//
// The twins: other memory, or after the wait. Reading the source meanwhile is permitted.
// RUN: spirv-run %s --entry beside --local-size 4 --strict --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4,5,6,7,8' | FileCheck %s --check-prefix=BESIDE
// BESIDE: arg.0: int32[4] = 5 8 11 14
// BESIDE: arg.1: int32[8] = 7 7 7 7 7 7 7 7
// RUN: spirv-run %s --entry beside --subgroup-size 1 --local-size 4 --strict --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4,5,6,7,8' | FileCheck %s --check-prefix=BESIDE
// RUN: spirv-run %s --entry two_copies --local-size 4 --strict --arg '0=int32:0,0,0,0' --arg '1=int32:1,2,3,4' --arg 2=int32:4 | FileCheck %s --check-prefix=APART
// APART: arg.0: int32[4] = 1 2 3 4
// RUN: spirv-run %s --entry in_turns --local-size 4 -g 2 --strict --arg '0=int32:fill(8,0)' --arg '1=int32:iota(12)' | FileCheck %s --check-prefix=TURNS
// TURNS: arg.0: int32[8] = 12 15 18 21 12 15 18 21

kernel void source_overwritten(global int* q, global int* p) {
  local int part[4];
  event_t e = async_work_group_copy(part, p, 4, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  p[get_local_id(0)] = 7;
  wait_group_events(1, &e);
  q[get_local_id(0)] = part[get_local_id(0)];
}

kernel void source_first_item(global int* q, global int* p) {
  local int part[4];
  event_t e = async_work_group_copy(part, p, 4, 0);
  if (get_local_id(0) == 0) p[1] = 7;
  wait_group_events(1, &e);
  q[get_local_id(0)] = part[get_local_id(0)];
}

kernel void destination_written(global int* q, global const int* p) {
  local int part[4];
  event_t e = async_work_group_copy(part, p, 4, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  part[get_local_id(0)] = 7;
  wait_group_events(1, &e);
  q[get_local_id(0)] = part[get_local_id(0)];
}

kernel void read_early(global int* q, global const int* p) {
  local int part[4];
  event_t e = async_work_group_copy(part, p, 4, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  q[get_local_id(0)] = part[get_local_id(0)];
  wait_group_events(1, &e);
}

kernel void two_copies(global int* q, global const int* p, int at) {
  local int part[8];
  event_t e = async_work_group_copy(part, p, 4, 0);
  event_t f = async_work_group_copy(part + at, p, 4, 0);
  wait_group_events(1, &e);
  wait_group_events(1, &f);
  q[get_local_id(0)] = part[get_local_id(0)];
}

kernel void beside(global int* q, global int* p) {
  const int i = get_local_id(0);
  local int part[4], other[4];
  event_t e = async_work_group_copy(part, p, 4, 0);
  other[i] = p[i];
  p[4 + i] = 7 + 0 * other[i];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const int sum = other[i] + 3 + i;
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  q[i] = part[i] + sum;
  p[i] = 7;
}

// A work-group works on a part while the next one is copied.
kernel void in_turns(global int* q, global const int* p) {
  const int i = get_local_id(0);
  local int parts[2][4];
  int sum = 0;
  event_t e = async_work_group_copy(parts[0], p, 4, 0);
  for (int k = 0; k < 3; ++k) {
    event_t next = 0;
    if (k < 2) next = async_work_group_copy(parts[(k + 1) & 1], p + 4 * (k + 1), 4, 0);
    wait_group_events(1, &e);
    sum += parts[k & 1][i];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = next;
  }
  q[get_global_id(0)] = sum;
}
