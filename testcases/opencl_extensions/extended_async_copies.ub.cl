// cl_khr_extended_async_copies: copies of rectangles and boxes, in both directions.
// REQUIRES: opencl-c
// A rectangle of 3 x 2 out of 6 x 4 elements, and back to another place.
// RUN: spirv-run %s --entry rectangle --local-size 4 --strict --arg '0=int32:iota(24)' --arg '1=int32:fill(12,-1)' --arg '2=local(32)' --arg 3=uint64:6 --dump arg.1:int32 | FileCheck %s --check-prefix=RECTANGLE
// RECTANGLE: arg.1: int32[12] = -1 7 8 9 -1 -1 -1 13 14 15 -1 -1
// A box of 2 x 2 x 2 out of 4 x 3 x 2 structures of 8 bytes.
// RUN: spirv-run %s --entry box --local-size 2 --strict --arg '0=int32:iota(48)' --arg '1=int32:fill(16,0)' --arg '2=local(64)' --dump arg.1:int32 | FileCheck %s --check-prefix=BOX
// BOX: arg.1: int32[16] = 10 11 12 13 18 19 20 21 34 35 36 37 42 43 44 45
// Nothing is copied, but the event can be waited for.
// RUN: spirv-run %s --entry nothing --local-size 2 --strict --arg '0=int32:1' --arg '1=int32:fill(2,7)' --arg '2=local(4)' --dump arg.1:int32 | FileCheck %s --check-prefix=NOTHING
// NOTHING: arg.1: int32[2] = 7 7
//
// The copy leaves the source: the report names the call in the program.
// RUN: expect-status 3 spirv-run %s --entry rectangle --local-size 4 --arg '0=int32:iota(24)' --arg '1=int32:fill(12,-1)' --arg '2=local(32)' --arg 3=uint64:20 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: extended_async_copies.ub.cl:[[#PLACE:]]:{{.*}}pointer arithmetic leaves the array{{.*}}: element 0 of 96 in buffer arg.0 ('in') plus 108 [OpPtrAccessChain.element-out-of-array]
// OUTSIDE-NEXT: [[#PLACE]] | {{.*}}async_work_group_copy_2D2D(part
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable

kernel void rectangle(global const int* in, global int* out, local int* part, ulong length) {
  event_t event = async_work_group_copy_2D2D(part, 1, in, 7, sizeof(int), 3, 2, length, 4, 0);
  wait_group_events(1, &event);
  event = async_work_group_copy_2D2D(out, 1, part, 1, sizeof(int), 3, 2, 4, 6, 0);
  wait_group_events(1, &event);
}

kernel void box(global const int2* in, global int2* out, local int2* part) {
  event_t event = async_work_group_copy_3D3D(part, 0, in, 5, sizeof(int2), 2, 2, 2, 4, 12, 2, 4, 0);
  wait_group_events(1, &event);
  event = async_work_group_copy_3D3D(out, 0, part, 0, sizeof(int2), 2, 2, 2, 2, 4, 2, 4, 0);
  wait_group_events(1, &event);
}

kernel void nothing(global const int* in, global int* out, local int* part) {
  event_t event = async_work_group_copy_2D2D(part, 0, in, 0, sizeof(int), 1, 0, 1, 1, 0);
  event = async_work_group_copy_3D3D(part, 0, in, 0, sizeof(int), 1, 1, 0, 1, 1, 1, 1, event);
  wait_group_events(1, &event);
  if (get_local_id(0) == 5) *out = 0;
}
