#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba8) uniform image2D pixels;
layout(set = 0, binding = 1, r32ui) uniform uimage3D volume;
layout(set = 0, binding = 2) uniform sampler2DArray layers;
layout(set = 0, binding = 3, r32i) uniform iimageBuffer numbers;
layout(std430, set = 0, binding = 4) buffer Results { vec4 results[]; };
void main() {
  vec4 pixel = imageLoad(pixels, ivec2(2, 1));
  imageStore(volume, ivec3(1, 2, 1), uvec4(777u));
  imageAtomicAdd(numbers, 1, -5);
  results[0] = pixel + texelFetch(layers, ivec3(1, 0, 1), 0) + textureLod(layers, vec3(0.5), 1.0);
}
