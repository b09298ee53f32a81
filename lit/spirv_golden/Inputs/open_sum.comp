#version 450
// A float sum that depends on the order.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  sums[i] = subgroupAdd(values[i]);
}
