#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// The sum of 4,096 words for each workgroup: each invocation adds 16, subgroups add, and the first one adds their sums.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 1;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

shared uint sums[384];  // zero behind those of the subgroups

void main() {
  const uint local = gl_LocalInvocationID.x;
  uint result = 0;
  for (uint i = local; i < sums.length(); i += 256u) sums[i] = 0;
  barrier();
  for (uint round = 0; round < rounds; ++round) {
    uint sum = 0;
    for (uint i = 0; i < 16; ++i) sum += source[(gl_WorkGroupID.x * 4096u + i * 256u + local + round) & 16383u];
    sum = subgroupAdd(sum);
    if (subgroupElect()) sums[gl_SubgroupID] = sum;
    barrier();
    if (gl_SubgroupID == 0) {
      uint total = 0;
      for (uint i = 0; i < gl_NumSubgroups; i += gl_SubgroupSize) total += sums[i + gl_SubgroupInvocationID];
      total = subgroupAdd(total);
      if (subgroupElect()) result = 3u * result + total;
    }
    barrier();
  }
  if (local == 0) target[gl_WorkGroupID.x] = result;
}
