#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba16f) uniform image2D halves;
layout(set = 0, binding = 1, rgb10_a2) uniform image2D packed_;
layout(set = 0, binding = 2, rgba8_snorm) uniform image2D signs;
layout(set = 0, binding = 3, r11f_g11f_b10f) uniform image2D small;
layout(set = 0, binding = 4, rgba8ui) uniform uimage2D bytes;
layout(set = 0, binding = 5, r16i) uniform iimage2D words[2];
layout(std430, set = 0, binding = 6) buffer Results { vec4 read; uint byte; int word; };
void main() {
  vec4 value = vec4(0.3, -2.0, 0.5, 1.0);
  imageStore(halves, ivec2(1, 0), value);
  imageStore(packed_, ivec2(1, 0), value);
  imageStore(signs, ivec2(1, 0), value);
  imageStore(small, ivec2(1, 0), value);
  imageStore(bytes, ivec2(1, 0), uvec4(0u, 7u, 255u, 1u));
  imageStore(words[1], ivec2(1, 0), ivec4(-300));
  read = imageLoad(packed_, ivec2(0, 0));
  byte = imageLoad(bytes, ivec2(0, 0)).y;
  word = imageLoad(words[1], ivec2(0, 0)).x;
}
