__kernel void store(__global int *out) { out[get_global_id(0)] = 1; }
