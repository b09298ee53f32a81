kernel void reverse(global int* values, int factor, local int* scratch) {
  const size_t i = get_local_id(0), n = get_local_size(0);
  scratch[i] = values[get_global_id(0)] * factor;
  barrier(CLK_LOCAL_MEM_FENCE);
  values[get_global_id(0)] = scratch[n - 1 - i];
}
