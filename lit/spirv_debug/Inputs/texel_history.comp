#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba8) uniform image2DMS samples;
layout(set = 0, binding = 1, r16i) uniform iimage2D words;
layout(set = 0, binding = 2, rgba32f) uniform image2D wide;
layout(set = 0, binding = 3) uniform writeonly image2D unformatted;
layout(std430, set = 0, binding = 4) buffer Results { int done; };
void main() {
  imageStore(samples, ivec2(0, 0), 1, vec4(0.5, 0.2, 0, 1));
  imageStore(words, ivec2(1, 0), ivec4(-300));
  imageStore(wide, ivec2(0, 0), vec4(1, 2, 3, 4));
  imageStore(unformatted, ivec2(0, 0), vec4(1, -1, 0.5, 0));
  done = 1;
}
