// The last component of a vector of three halves, at the end of the buffer.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D AT=2 --memory 'all=zero(6)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: invocation (1,0,0) writes 'halves[2]' of buffer 0.1, and invocation (0,0,0) writes it
// RUN: spirv-run %s --ignore aliasing -D AT=2 -D BARRIER --memory 'all=zero(6)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// RUN: spirv-run %s --ignore aliasing -D AT=3 --memory 'all=zero(8)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// PASS: 0.0:
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 2) in;
layout(scalar, set = 0, binding = 0) coherent buffer First { u16vec3 vector; };
layout(scalar, set = 0, binding = 1) coherent buffer Second { uint16_t halves[]; };

void main() {
  if (gl_LocalInvocationIndex == 0) vector = u16vec3(uint16_t(1));
#ifdef BARRIER
  memoryBarrierBuffer();
  barrier();
  memoryBarrierBuffer();
#endif
  if (gl_LocalInvocationIndex == 1) halves[AT] = uint16_t(2);
}
