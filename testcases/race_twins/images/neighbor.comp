// Each invocation loads a texel that another stored.
// groups: 1, subgroup size: 4
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
layout(set = 0, binding = 2, r32ui) coherent uniform uimage2D image;

void main() {
  const uint i = gl_LocalInvocationIndex;
  imageStore(image, ivec2(i, 0), uvec4(i));
#ifndef RACE
  memoryBarrierImage();
  barrier();
#endif
  results[i] = imageLoad(image, ivec2(7 - i, 0)).x;
}
