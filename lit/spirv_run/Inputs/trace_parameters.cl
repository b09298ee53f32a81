__kernel void store(__global int *OpNumbers) { OpNumbers[get_global_id(0)] = 1; }
