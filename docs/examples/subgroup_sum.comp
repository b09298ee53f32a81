#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };

void main() {
  const uint sum = subgroupAdd(numbers[gl_LocalInvocationIndex]);
  if (subgroupElect()) sums[gl_SubgroupID] = sum;
}
