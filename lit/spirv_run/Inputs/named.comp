#version 450
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) readonly buffer In { uint values[]; } source;
layout(set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(set = 0, binding = 2) uniform Constants { uint offset; uint factor; };
layout(set = 1, binding = 3) buffer Parts { uint part[]; } parts[2];
layout(set = 1, binding = 4, r32ui) uniform uimage2D picture;
layout(set = 1, binding = 5) uniform sampler2D colors;
layout(set = 1, binding = 6, r32ui) uniform uimageBuffer texels;
void main() {
  const uint i = gl_LocalInvocationIndex;
  sums[i] += factor * source.values[i] + offset + imageLoad(picture, ivec2(i, 0)).x;
  parts[1].part[i] = uint(texelFetch(colors, ivec2(0), 0).x) + imageLoad(texels, int(i)).x;
}
