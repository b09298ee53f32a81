#version 450
// The inclusive scan of up to 128 numbers: in subgroups, then over the totals of subgroups.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { uint sums[]; };
shared uint totals[128];

void main() {
  const uint i = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
  const uint number = i < numbers.length() ? numbers[i] : 0;
  uint sum = subgroupInclusiveAdd(number);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) totals[gl_SubgroupID] = sum;
  barrier();
  for (uint s = 0; s < gl_SubgroupID; ++s) sum += totals[s];
  if (i < sums.length()) sums[i] = sum;
}
