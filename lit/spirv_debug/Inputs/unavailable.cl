kernel void last(global int* numbers, global int* results) {
  int i = get_global_id(0);
  global int4* p = i == 0 ? (global int4*)numbers + 1 : (global int4*)numbers;
  results[i] = i;
  results[i] = results[i] + 1;
}
