// Tickets of 64 bits, in shared memory and in a buffer.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 2 --buffer '0.0=uint32:fill(8,777)' --buffer '0.1=uint64:0'
// ALLOWED 0.0: 4x{0,1,2,3} 4x{0,1,2,3}
// ALLOWED 0.1: 4

#version 460
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint64_t count; };
shared uint64_t local_count;

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) local_count = 0ul;
  barrier();
  o[i] = uint(atomicAdd(count, 1ul));
  o[i + 4] = uint(atomicAdd(local_count, 1ul));
}
