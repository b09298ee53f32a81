#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer In { vec4 colors[]; };
layout(r11f_g11f_b10f, binding = 1) uniform writeonly image2D small;
layout(rgba16f, binding = 2) uniform writeonly image2D halves;
void main() {
  const uint i = gl_LocalInvocationIndex;
  imageStore(small, ivec2(i, 0), colors[i]);
  imageStore(halves, ivec2(i, 0), colors[i]);
}
