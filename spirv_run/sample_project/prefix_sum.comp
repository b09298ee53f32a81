#version 450
// The prefix sums of 64 numbers: in subgroups, then over the totals of the subgroups.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { uint sums[]; };
shared uint totals[64];

void main() {
  const uint i = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
  uint sum = subgroupInclusiveAdd(numbers[i]);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) totals[gl_SubgroupID] = sum;
  barrier();
  for (uint s = 0; s < gl_SubgroupID; ++s) sum += totals[s];
  sums[i] = sum;
}
