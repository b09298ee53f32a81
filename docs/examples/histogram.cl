// Counts how often each remainder occurs. With -D FIXED, the work-items wait for each other.
kernel void histogram(global const uint* samples, global uint* counts, local uint* bins) {
  const size_t i = get_local_id(0);
  if (i < 4) bins[i] = 0;
#ifdef FIXED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  atomic_inc(&bins[samples[get_global_id(0)] % 4]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 4) atomic_add(&counts[i], bins[i]);
}
