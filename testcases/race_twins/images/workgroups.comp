// Workgroups store to rows of their own or to one row.
// groups: 2, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
layout(set = 0, binding = 2, r32ui) coherent uniform uimage2D image;

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RACE
  imageStore(image, ivec2(i, 0), uvec4(i));
#else
  imageStore(image, ivec2(i, gl_WorkGroupID.x), uvec4(i));
#endif
}
