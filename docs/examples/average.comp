#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
layout(push_constant) uniform Settings { uint count; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i < count) {
    // Wrong for the last value: its neighbor is not here.
    values[i] = (values[i] + subgroupShuffle(values[i], i + 1)) / 2;
  }
}
