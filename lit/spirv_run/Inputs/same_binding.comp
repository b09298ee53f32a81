#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) uniform texture2D source;
#ifdef COMBINED
layout(set = 0, binding = 0) uniform sampler2D combined;
layout(set = 0, binding = 0) uniform sampler settings;
#endif
#ifdef UNIFORM
layout(set = 0, binding = 0) uniform Block { vec4 color; };
#endif
layout(set = 0, binding = TARGET, rgba32f) writeonly uniform image2D target;
void main() {
  const ivec2 at = ivec2(gl_LocalInvocationID.xy);
  vec4 texel = texelFetch(source, at, 0);
#ifdef COMBINED
  texel += texelFetch(combined, at, 0) + textureLod(sampler2D(source, settings), vec2(0.25), 0);
#endif
#ifdef UNIFORM
  texel += color;
#endif
  imageStore(target, at, texel);
}
