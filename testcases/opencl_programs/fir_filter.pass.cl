// A filter with five taps. Asynchronous copies bring the samples of each work-group, with four more at the end, and take the
// results back. The response to an impulse is the taps in reverse; sums that do not fit are saturated.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry filter -g 3 --local-size 4 --strict --arg 0=int16:0,0,0,0,0,0,16,0,0,0,0,0,0,0,0,0 --arg '1=int16:fill(12,99)' --arg 2=int16:1,2,3,4,5 --arg '3=local(16)' --arg '4=local(8)' | FileCheck %s --check-prefix=IMPULSE
// IMPULSE: arg.1: int16[12] = 0 0 5 4 3 2 1 0 0 0 0 0
// RUN: spirv-run %s --entry filter -g 1 --local-size 4 --strict --arg '0=int16:fill(8,32767)' --arg '1=int16:fill(4,0)' --arg 2=int16:10,10,-4,10,10 --arg '3=local(16)' --arg '4=local(8)' | FileCheck %s --check-prefix=LARGE
// LARGE: arg.1: int16[4] = 32767 32767 32767 32767
// Every third point, with a copy that has a stride.
// RUN: spirv-run %s --entry decimate -g 2 --local-size 2 --strict --arg '0=int32:iota(24)' --arg '1=int32:fill(8,0)' --arg '2=local(16)' | FileCheck %s --check-prefix=DECIMATE
// DECIMATE: arg.1: int32[8] = 0 1 6 7 12 13 18 19
#define TAPS 5

kernel void filter(global const short* in, global short* out, constant short* taps, local short* part, local short* results) {
  const size_t size = get_local_size(0), first = get_group_id(0) * size, i = get_local_id(0);
  event_t event = async_work_group_copy(part, in + first, size + TAPS - 1, 0);
  wait_group_events(1, &event);
  int sum = 0;
  for (int tap = 0; tap < TAPS; ++tap) sum += part[i + tap] * taps[tap];
  results[i] = convert_short_sat(sum / 16);
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + first, results, size, 0);
  wait_group_events(1, &event);
}

kernel void decimate(global const int2* in, global int2* out, local int2* part) {
  const size_t size = get_local_size(0), first = get_group_id(0) * size, i = get_local_id(0);
  event_t event = async_work_group_strided_copy(part, in + 3 * first, size, 3, 0);
  wait_group_events(1, &event);
  out[first + i] = part[i];
}
