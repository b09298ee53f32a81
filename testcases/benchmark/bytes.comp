#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Accesses of one and two bytes, by neighbours side by side and in another order.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint8_t source[]; };
layout(set = 0, binding = 1, std430) buffer Target { uint16_t target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    sum += uint(source[256 * (round & 63) + i]);
    sum = sum * 3 + uint(source[256 * (round & 63) + (i ^ 5)]);
    target[256 * (round & 63) + i] = uint16_t(sum);
    sum += uint(target[256 * (round & 63) + i]);
  }
}
