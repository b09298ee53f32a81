#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 6) in;
layout(std430, set = 0, binding = 0) buffer O { uint o[]; };
void main() {
  const uint lane = gl_WorkGroupID.x == 2 ? 3 : 0;
  o[gl_GlobalInvocationID.x] = subgroupBroadcast(gl_LocalInvocationIndex, lane);
}
