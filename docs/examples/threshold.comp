#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Weights { float weights[]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float sum = subgroupAdd(weights[i]);
  if (sum > 2) {
    results[i] = 100;
    results[4 + i] = 5;
  } else {
    results[i] = 200;
    results[4 + i] = 5;
  }
}
