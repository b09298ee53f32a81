// The results of the work-item functions for each work-item, by its number among all work-items, x first.
#define FUNCTIONS 26

ulong number_of_work_item() {
  const ulong x = get_global_id(0) - get_global_offset(0);
  const ulong y = get_global_id(1) - get_global_offset(1);
  const ulong z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

kernel void sizes(global ulong* out) {
  global ulong* to = out + FUNCTIONS * number_of_work_item();
  for (uint d = 0; d < 3; ++d) {
    *to++ = get_global_id(d);
    *to++ = get_local_id(d);
    *to++ = get_group_id(d);
    *to++ = get_local_size(d);
    *to++ = get_enqueued_local_size(d);
    *to++ = get_num_groups(d);
    *to++ = get_global_size(d);
    *to++ = get_global_offset(d);
  }
  *to++ = get_global_linear_id();
  *to++ = get_local_linear_id();
}

// A sum through local memory.
kernel void sums(global ulong* out, local ulong* numbers) {
  const ulong number = number_of_work_item();
  const size_t count = get_local_size(0) * get_local_size(1) * get_local_size(2);
  numbers[get_local_linear_id()] = number;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong sum = 0;
  for (size_t i = 0; i < count; ++i) sum += numbers[i];
  out[number] = sum;
}

kernel void subgroups(global ulong* out) {
  global ulong* to = out + 6 * number_of_work_item();
  *to++ = get_sub_group_size();
  *to++ = get_max_sub_group_size();
  *to++ = get_num_sub_groups();
  *to++ = get_enqueued_num_sub_groups();
  *to++ = get_sub_group_id();
  *to++ = get_sub_group_local_id();
}

kernel void groups(global ulong* out) {
  const ulong number = number_of_work_item();
  global ulong* to = out + 5 * number;
  *to++ = work_group_reduce_add(number);
  *to++ = work_group_scan_inclusive_add(number);
  *to++ = work_group_scan_exclusive_max(number);
  *to++ = work_group_broadcast(number, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1);
  *to++ = work_group_all(number > 0);
}
