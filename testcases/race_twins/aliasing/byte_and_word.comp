// A write of a word covers its bytes.
// groups: 1, subgroup size: 4
#version 460
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared Bytes { uint8_t bytes[8]; };
shared Words { uint words[2]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) bytes[4] = uint8_t(1);
  if (i == 1) words[
#ifdef RACE
    1
#else
    0
#endif
  ] = 7;
  barrier();
  results[i] = words[0] + words[1];
}
