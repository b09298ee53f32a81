// Results that may differ between implementations, but only by one.
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { float numbers[]; };
layout(set = 0, binding = 1, rgba8) uniform readonly image1D image;
layout(set = 0, binding = 2) uniform sampler1D texels;
layout(std430, set = 0, binding = 3) buffer Quotients { uint quotients[]; };
layout(std430, set = 0, binding = 4) buffer Colors { vec4 colors[]; };
layout(std430, set = 0, binding = 5) buffer Words { uint words[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  quotients[i] = 2 * uint(numbers[i] / 0.1);
  colors[2 * i] = imageLoad(image, int(i));
  colors[2 * i + 1] = textureLod(texels, (i + 0.6) / 4, 0);
  words[i] = packUnorm4x8(imageLoad(image, int(i)) * numbers[i]);
}
