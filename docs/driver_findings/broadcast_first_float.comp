#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) writeonly buffer Firsts { uint firsts[]; };

void main() {
  firsts[gl_WorkGroupID.x] = uint(int(subgroupBroadcastFirst(float(gl_WorkGroupID.x))));
}
