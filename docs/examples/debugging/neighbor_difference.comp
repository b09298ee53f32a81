#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Heights { float heights[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Slopes { float slopes[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float height = heights[i];
  float slope = 0.0;
  if (i % 4 != 0) {
    const float before = subgroupShuffle(height, gl_SubgroupInvocationID - 1);
    slope = height - before;
  }
  slopes[i] = slope;
}
