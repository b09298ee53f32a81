kernel void k(global int* v) {
  int i = get_local_id(0);
  int x = v[i];
  int sum = work_group_reduce_add(x);
  int before = work_group_scan_exclusive_add(x);
  int upto = work_group_scan_inclusive_max(x);
  int five = work_group_broadcast(x, 5);
  int two = work_group_broadcast(x, 2);
  int small = work_group_all(x < 100);
  int sub = sub_group_reduce_add(x);
  int from_one = sub_group_broadcast(x, 1);
  v[i] = sum + before + upto + five + two + small + sub + from_one;
}
