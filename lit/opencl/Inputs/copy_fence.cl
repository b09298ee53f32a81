#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable

kernel void copy(global int* numbers, local int* part) {
  event_t event = async_work_group_copy(part, numbers, 4, 0);
#ifndef WITHOUT_FENCE
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
#endif
  event = async_work_group_copy(numbers + 4, part, 4, event);
  wait_group_events(1, &event);
}
kernel void feature(global int* has) {
#ifdef cl_khr_async_work_group_copy_fence
  *has = 1;
#else
  *has = 2;
#endif
}
