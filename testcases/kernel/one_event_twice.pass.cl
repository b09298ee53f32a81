// A list of events may have one event in several places: copies may share an event, and a wait completes all of them.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry list --local-size 4 --strict --arg 0=int32:1,2,3,4 --arg '1=local(16)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --entry chain --local-size 4 --strict --arg 0=int32:1,2,3,4 --arg '1=local(16)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --entry chain --local-size 4 --subgroup-size 1 --strict --arg 0=int32:1,2,3,4 --arg '1=local(16)' 2>&1 | FileCheck %s
// CHECK: arg.0: int32[4] = 4 3 2 1
// CHECK-NOT: {{.}}

kernel void list(global int* p, local int* part) {
  event_t e[2];
  e[0] = async_work_group_copy(part, p, 4, 0);
  e[1] = e[0];
  wait_group_events(2, e);
  p[get_local_id(0)] = part[3 - get_local_id(0)];
}

kernel void chain(global int* p, local int* part) {
  event_t e[2];
  e[0] = async_work_group_copy(part, p, 2, 0);
  e[1] = async_work_group_copy(part + 2, p + 2, 2, e[0]);  // returns e[0]
  wait_group_events(2, e);
  p[get_local_id(0)] = part[3 - get_local_id(0)];
}
