kernel void reverse(global int* out, global const int* in) {
  local int part[4];
  const int i = get_local_id(0);
  event_t event = async_work_group_copy(part, in, 4, 0);
  out[i] = -1;
  wait_group_events(1, &event);
  const int mirrored = part[3 - i] - 40;
  out[i] = mirrored;
}
