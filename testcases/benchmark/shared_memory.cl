// shared_memory.comp as an OpenCL kernel; ROUNDS is defined on the command line.
kernel void shared_memory(global const uint* source, global uint* target) {
  local uint tile[256];
  const uint i = get_global_id(0);
  const uint own = get_local_id(0);
  uint x = source[i];
  for (uint round = 0; round < ROUNDS; ++round) {
    tile[own] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += tile[(own % 16u) * 16u + own / 16u];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[own] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = 128; stride > 0; stride /= 2) {
      if (own < stride) tile[own] += tile[own + stride];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    x ^= tile[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  target[i] = x;
}
