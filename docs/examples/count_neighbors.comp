#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Counts { uint counts[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i < 6) {
    uint weight = 1;
    if (i % 2 == 0) weight = 2;
    counts[i] = subgroupAdd(weight);
  }
}
