#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Exact { uint exact[]; };
layout(std430, set = 0, binding = 1) buffer Lanes { uint lanes[]; };

// Every second element depends on the mapping of invocations to subgroups.
void main() {
  const uint i = gl_LocalInvocationIndex;
  exact[i] = i;
  exact[i + 64] = i + 64;
  lanes[2 * i] = gl_SubgroupInvocationID;
  lanes[2 * i + 1] = 7;
}
