#version 450
// A histogram of the bytes of the source in 256 bins: in memory of the workgroup, which then adds it to that of all.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) buffer Target { uint target[]; };

shared uint bins[256];

void main() {
  const uint local = gl_LocalInvocationID.x;
  for (uint round = 0; round < rounds; ++round) {
    bins[local] = 0;
    barrier();
    for (uint i = 0; i < 4; ++i) {
      const uint word = source[(gl_WorkGroupID.x * 1024u + i * 256u + local + round) & 16383u];
      for (uint byte = 0; byte < 4; ++byte) atomicAdd(bins[word >> 8u * byte & 255u], 1u);
    }
    barrier();
    atomicAdd(target[local], bins[local]);
    barrier();
  }
}
