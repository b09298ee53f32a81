kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global uint* out) {
  local uint sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
