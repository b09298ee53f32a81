#version 450
// Images of all dimensions that a device can support in a compute shader. Each storage image is read and
// written; each level of a sampled image is fetched and sampled.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, r32ui) uniform uimage1D line;
layout(set = 0, binding = 1, r32ui) uniform uimage1DArray lines;
layout(set = 0, binding = 2, rgba8) uniform image2D plane;
layout(set = 0, binding = 3, r32i) uniform iimage2DArray planes;
layout(set = 0, binding = 4, rgba16f) uniform image3D space;
layout(set = 0, binding = 5, r32ui) uniform uimageCube cube;
layout(set = 1, binding = 0) uniform sampler2D levels;
layout(set = 1, binding = 1) uniform utexture2D numbers;
layout(set = 1, binding = 2) uniform sampler at_border;
layout(set = 1, binding = 3) uniform textureBuffer texels;
layout(set = 1, binding = 4, rg32ui) uniform uimageBuffer pairs;
layout(std430, set = 2, binding = 0) buffer Out { float seen[8]; uint bits[8]; };

void main() {
  const int i = int(gl_LocalInvocationIndex);
  imageStore(line, i, imageLoad(line, i) + 1);
  imageStore(lines, ivec2(i % 4, i / 4), imageLoad(lines, ivec2(i % 4, i / 4)) * 3);
  imageStore(plane, ivec2(i % 4, i / 4), imageLoad(plane, ivec2(i % 4, i / 4)).abgr);
  imageStore(planes, ivec3(i % 2, i / 2 % 2, i / 4), -imageLoad(planes, ivec3(i % 2, i / 2 % 2, i / 4)));
  imageStore(space, ivec3(i % 2, i / 2 % 2, i / 4), vec4(i, -i, 0.5, 1));
  if (i < 6) imageAtomicAdd(cube, ivec3(1, 0, i), uint(i) + 1);
  const int level = i < 4 ? 0 : i < 6 ? 1 : 2;
  seen[i] = i % 2 == 0 ? texelFetch(levels, ivec2(i % 4 >> level, 0), level).g
                       : textureLod(levels, vec2(0.1, 0.1), level).r;
  bits[i] = texture(usampler2D(numbers, at_border), vec2(float(i) - 0.5, 0.5)).x;
  imageStore(pairs, i, uvec4(imageLoad(pairs, i).yx + uint(texelFetch(texels, i).x), 0, 0));
}
