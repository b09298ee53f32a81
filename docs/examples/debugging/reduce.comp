#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };

uint twice(uint x) {
  uint y = x * 2;
  return y;
}

void main() {
  uint i = gl_LocalInvocationIndex;
  uint value = numbers[i];
  if (i % 2 == 0) {
    value = twice(value);
  }
  uint sum = subgroupAdd(value);
  if (subgroupElect()) sums[gl_SubgroupID] = sum;
}
