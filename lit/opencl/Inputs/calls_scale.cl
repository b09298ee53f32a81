int scale(int x);

constant int offsets[2] = {1, 2};

kernel void scale_all(global int* a) {
  const size_t i = get_global_id(0);
  a[i] = scale(a[i]) + offsets[i > 1];
}
