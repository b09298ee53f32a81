#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Accesses of one and two bytes, by neighbors in ascending order and in another order.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 128;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint8_t source[]; };
layout(set = 0, binding = 1, std430) buffer Target {
  uint8_t bytes[16384];
  uint8_t scattered_bytes[16384];
  uint16_t halves[8192];
  uint16_t scattered_halves[8192];
};

// Only this invocation accesses the elements i and (37 * i) & 255 of each 256.
void main() {
  const uint i = gl_LocalInvocationID.x;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    const uint own = 256 * (round & 31) + i;
    const uint elsewhere = 256 * (round & 31) + (37 * i & 255);
    sum += uint(source[own]);
    bytes[own] = uint8_t(sum + bytes[own]);
    scattered_bytes[elsewhere] = uint8_t(sum ^ scattered_bytes[elsewhere]);
    halves[own] = uint16_t(sum + halves[own]);
    scattered_halves[elsewhere] = uint16_t(sum ^ scattered_halves[elsewhere]);
  }
}
