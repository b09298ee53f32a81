#version 450
layout(local_size_x = 4, local_size_y = 2) in;
layout(set = 0, binding = 0, rgba8) uniform readonly image2D picture;
layout(set = 0, binding = 1, rgba32f) uniform writeonly image2D copy;
layout(std430, set = 0, binding = 2) writeonly buffer Colors { vec4 colors[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Packed { uint packed[]; };

void main() {
  const ivec2 at = ivec2(gl_LocalInvocationID.xy);
  const vec4 color = imageLoad(picture, at);
  imageStore(copy, at, color);
  colors[gl_LocalInvocationIndex] = color;
  packed[gl_LocalInvocationIndex] = packUnorm4x8(color);
}
