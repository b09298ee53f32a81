#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Limits { uint limits[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Counts { uint counts[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint count = 0;
  for (uint round = 0;; ++round) {
    if (round == limits[i]) {
      count = subgroupBallotBitCount(subgroupBallot(true));
      break;
    }
  }
  counts[i] = count;
}
