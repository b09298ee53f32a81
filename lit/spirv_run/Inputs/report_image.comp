#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D picture;
layout(std430, set = 0, binding = 1) buffer Values { uint values[]; };

void main() {
  const ivec2 at = ivec2(gl_LocalInvocationIndex, 1);
  values[gl_LocalInvocationIndex] = imageLoad(picture, at).x;
  imageStore(picture, ivec2(at.x + 1, 0), uvec4(7));
}
