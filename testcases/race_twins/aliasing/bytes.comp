// Bytes next to each other are separate memory.
// groups: 1, subgroup size: 4
#version 460
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };
shared Bytes { uint8_t bytes[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  bytes[
#ifdef RACE
    i / 2
#else
    i
#endif
  ] = uint8_t(i);
  barrier();
  if (i == 0) results[0] = uint(bytes[0]);
}
