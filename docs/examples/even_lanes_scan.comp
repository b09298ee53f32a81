#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifndef SCAN
#define SCAN subgroupInclusiveAdd
#endif
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i % 2 == 0) numbers[i] = SCAN(numbers[i]);
}
