#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#define RECONVERGENCE [[maximally_reconverges]]
#else
#define RECONVERGENCE
#endif
layout(location = 0) out uvec4 color;

void main() RECONVERGENCE {
  color = uvec4(subgroupBallotBitCount(subgroupBallot(true)), 0, 0, 0);
}
