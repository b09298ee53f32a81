// gather_scatter.comp as an OpenCL kernel; ROUNDS is defined on the command line.
kernel void gather_scatter(global const uint* source, global uint* target) {
  const uint i = get_global_id(0);
  uint index = i;
  uint sum = 0;
  for (uint round = 0; round < ROUNDS; ++round) {
    index = source[index] & 0x3FFFu;
    const uint slot = i * 16u + (index & 15u);
    target[slot] = index + sum;
    sum += source[(index * 7u) & 0x3FFFu] ^ target[slot];
  }
  target[i * 16u] = sum;
}
