// The mean of each total, of which the second argument has the counts.
kernel void mean(global uint* totals, global const uint* counts) {
  const size_t i = get_global_id(0);
  totals[i] /= counts[i];
}
