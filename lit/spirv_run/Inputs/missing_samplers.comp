#version 450
layout(local_size_x = 1) in;
#ifdef COMBINED
layout(set = 0, binding = 0) uniform sampler2D images[2];
#else
layout(set = 0, binding = 0) uniform texture2D image;
layout(set = 0, binding = 2) uniform sampler settings[2];
#endif
layout(std430, set = 0, binding = 1) buffer Results { float result[2]; };
void main() {
  for (int i = 0; i < 2; ++i) {
#ifdef COMBINED
    result[i] = textureLod(images[i], vec2(0.5), 0).x;
#else
    result[i] = textureLod(sampler2D(image, settings[i]), vec2(0.5), 0).x;
#endif
  }
}
