#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
layout(local_size_x = 3) in;
layout(std430, set = 0, binding = 0) buffer Halves { uint16_t halves[]; };

void main() {
  uint16_t undefined[1];
  const uint i = gl_LocalInvocationIndex;
  halves[i] = i < 2 ? uint16_t(i + 1) : undefined[0];
}
