// Asynchronous copies between global and local memory: OpGroupAsyncCopy, OpGroupWaitEvents.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry copy --local-size 8 -g 2 --strict --arg 0=int32:fill(16,0) --arg 1=int32:iota(16) | FileCheck %s --check-prefix=COPY
// COPY: arg.0: int32[16] = 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8
// RUN: spirv-run %s --entry strided --local-size 4 --strict --arg 0=int32:fill(8,9) --arg 1=int32:iota(12) --arg 2=uint64:3 | FileCheck %s --check-prefix=STRIDED
// STRIDED: arg.0: int32[8] = 0 9 3 9 6 9 9 9
//
// COVERS: OpGroupAsyncCopy.stride-zero
// RUN: expect-status 3 spirv-run %s --entry strided --local-size 4 --arg 0=int32:fill(8,9) --arg 1=int32:iota(12) --arg 2=uint64:0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: undefined-behavior: Stride is 0 [OpGroupAsyncCopy.stride-zero]
// The source ends before the last element.
// RUN: expect-status 3 spirv-run %s --entry strided --local-size 4 --arg 0=int32:fill(8,9) --arg 1=int32:iota(12) --arg 2=uint64:4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: undefined-behavior: out-of-bounds access{{.*}} [memory.out-of-bounds]
//
// COVERS: OpGroupAsyncCopy.operands-differ
// RUN: expect-status 3 spirv-run %s --entry differs --local-size 4 --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:1 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: undefined-behavior: the operands differ between invocations or are undefined{{.*}} [OpGroupAsyncCopy.operands-differ]
// RUN: spirv-run %s --entry differs --local-size 4 --strict --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:0 | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: int32[4] = 0 1 2 3
//
// COVERS: OpGroupAsyncCopy.never-waited-for
// RUN: expect-status 3 spirv-run %s --entry waits --local-size 4 --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:0 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=NEVER < %t.err
// NEVER: undefined-behavior: the kernel ends without waiting for the copy [OpGroupAsyncCopy.never-waited-for]
// RUN: FileCheck %s --check-prefix=EARLY < %t.out
// EARLY: arg.0: int32[4] = undef undef undef undef
// RUN: spirv-run %s --entry waits --local-size 4 --strict --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:1 | FileCheck %s --check-prefix=TWIN
//
// COVERS: OpGroupWaitEvents.no-event
// RUN: expect-status 3 spirv-run %s --entry waits --local-size 4 --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:2 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: undefined-behavior: an event does not belong to an unfinished copy [OpGroupWaitEvents.no-event]
// TWICE: {{^}}  Num Events: {{.*}} = 1 in lane 0
// TWICE-NEXT: Events List: {{.*}} = 0x
//
// COVERS: OpGroupWaitEvents.operands-differ
// RUN: expect-status 3 spirv-run %s --entry different_events --local-size 4 --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:1 2>&1 | FileCheck %s --check-prefix=EVENTS
// EVENTS: undefined-behavior: the events differ between invocations{{.*}} [OpGroupWaitEvents.operands-differ]
// RUN: spirv-run %s --entry different_events --local-size 4 --strict --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:0 | FileCheck %s --check-prefix=TWIN
//
// COVERS: OpGroupAsyncCopy.not-all-execute OpGroupWaitEvents.not-all-execute
// RUN: expect-status 3 spirv-run %s --entry some --local-size 4 --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:2 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=SOME < %t.err
// SOME-DAG: [OpGroupAsyncCopy.not-all-execute]
// SOME-DAG: [OpGroupWaitEvents.not-all-execute]
// RUN: spirv-run %s --entry some --local-size 4 --strict --arg 0=int32:fill(4,9) --arg 1=int32:iota(12) --arg 2=int32:4 | FileCheck %s --check-prefix=TWIN

// A copy does not wait for earlier writes of the work-items.
// COVERS: memory.data-race
// RUN: expect-status 3 spirv-run %s --entry written_before --local-size 8 --arg 0=int32:fill(8,9) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: invocation (0,0,0) starts a copy that reads 'written_before.part[1]', and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// BEFORE: help: put barrier(CLK_LOCAL_MEM_FENCE) between line [[#]] and line [[#]], where all invocations execute it
// RUN: spirv-run %s --entry written_before --local-size 8 --strict --arg 0=int32:fill(8,9) --arg 1=int32:1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: arg.0: int32[8] = 0 1 2 3 4 5 6 7
// Invocations write the source before any of them waits for the copy. After the wait, writing is permitted.
// RUN: expect-status 3 spirv-run %s --entry written_meanwhile --local-size 8 --arg 0=int32:fill(8,9) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=MEANWHILE
// MEANWHILE: invocation (1,0,0) writes '{{.*}}[1]'{{.*}}, and invocation (0,0,0) starts a copy that reads it; no wait_group_events() for the copy separates the accesses [memory.data-race]
// MEANWHILE: help: wait for the copy first: call wait_group_events() with its event before line [[#]]
// RUN: spirv-run %s --entry written_meanwhile --local-size 8 --strict --arg 0=int32:fill(8,9) --arg 1=int32:1 | FileCheck %s --check-prefix=AFTER
// AFTER: arg.0: int32[8] = 7 6 5 4 3 2 1 0
// Two work-groups copy to the same place.
// RUN: expect-status 3 spirv-run %s --entry groups --local-size 4 -g 2 --arg 0=int32:fill(8,9) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: invocation (0,0,0) of workgroup {{.*}} starts a copy that writes '{{.*}}[0]'{{.*}}, and invocation (0,0,0) of workgroup {{.*}} starts a copy that writes it; no barrier orders invocations of different workgroups [memory.data-race]
// RUN: spirv-run %s --entry groups --local-size 4 -g 2 --strict --arg 0=int32:fill(8,9) --arg 1=int32:4 | FileCheck %s --check-prefix=OWN
// OWN: arg.0: int32[8] = 0 1 2 3 0 1 2 3

kernel void written_before(global int* out, int ordered) {
  local int part[8];
  part[get_local_id(0)] = get_local_id(0);
  if (ordered) barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy(out, part, 8, 0);
  wait_group_events(1, &event);
}

kernel void written_meanwhile(global int* data, int waits) {
  local int part[8];
  const int i = get_local_id(0);
  event_t event = async_work_group_copy(part, data, 8, 0);
  if (waits) wait_group_events(1, &event);
  data[i] = 7 - i;
  if (!waits) wait_group_events(1, &event);
}

kernel void groups(global int* out, int apart) {
  local int part[4];
  part[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy(out + get_group_id(0) * apart, part, 4, 0);
  wait_group_events(1, &event);
}

kernel void copy(global int* out, global const int* in) {
  local int part[8];
  event_t event = async_work_group_copy(part, in + get_group_id(0) * 8, 8, 0);
  wait_group_events(1, &event);
  out[get_global_id(0)] = part[7 - get_local_id(0)];
}

kernel void strided(global int* out, global const int* in, ulong stride) {
  local int part[4];
  event_t events[2];
  events[0] = async_work_group_strided_copy(part, in, 4, stride, 0);
  wait_group_events(1, events);
  events[1] = async_work_group_strided_copy(out, part, 3, 2, 0);
  wait_group_events(1, events + 1);
}

kernel void differs(global int* out, global const int* in, int per_item) {
  local int part[8];
  event_t event = async_work_group_copy(part, in, 4 + per_item * get_local_id(0), 0);
  wait_group_events(1, &event);
  out[get_local_id(0)] = part[get_local_id(0)];
}

kernel void waits(global int* out, global const int* in, int times) {
  local int part[4];
  event_t event = async_work_group_copy(part, in, 4, 0);
  for (int i = 0; i < times; ++i) wait_group_events(1, &event);
  out[get_local_id(0)] = part[get_local_id(0)];
}

kernel void different_events(global int* out, global const int* in, int differ) {
  local int part[4], other[4];
  event_t first = async_work_group_copy(part, in, 4, 0);
  event_t second = async_work_group_copy(other, in, 4, 0);
  event_t events[2] = {first, second};
  if (differ && get_local_id(0) == 1) {
    events[0] = second;
    events[1] = first;
  }
  wait_group_events(2, events);
  out[get_local_id(0)] = part[get_local_id(0)];
}

kernel void some(global int* out, global const int* in, int limit) {
  local int part[4];
  if (get_local_id(0) >= limit) return;
  event_t event = async_work_group_copy(part, in, 4, 0);
  wait_group_events(1, &event);
  out[get_local_id(0)] = part[get_local_id(0)];
}
