#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint weight;
  if (i < 3) weight = values[i];
  if (i > 0) {
    const uint sum = subgroupAdd(weight);
    if (sum > 4) values[i] = sum;
  }
}
