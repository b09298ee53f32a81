// atomics.comp as an OpenCL kernel; ROUNDS is defined on the command line.
kernel void atomics(global const uint* source, volatile global uint* target) {
  volatile local uint counts[64];
  const uint i = get_local_id(0);
  if (i < 64) counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint round = 0; round < ROUNDS; ++round) {
    const uint value = source[(256 * round + i) & 16383];
    atomic_add(&counts[value & 63], 1);
    atomic_add(&target[value * 7 & 4095], value);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 64) atomic_add(&target[8192 + i], counts[i]);
}
