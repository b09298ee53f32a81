kernel void halve(global const uint *divisors, global uint *values) {
  uint i = get_global_id(0);
  local uint copies[8];
  copies[get_local_id(0)] = values[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 3)
    values[i] = copies[7 - get_local_id(0)] / divisors[i];
}
