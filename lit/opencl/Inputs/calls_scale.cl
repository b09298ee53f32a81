int scale(int x);

kernel void scale_all(global int* a) { a[get_global_id(0)] = scale(a[get_global_id(0)]) + 1; }
