// Races are detected byte by byte: neighboring bytes of one word do not race.
// COVERS: memory.data-race
//
// RUN: spirv-run %s -D TYPE=uint8_t -D AT=i --buffer '0.0=zero(16)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D TYPE=uint16_t -D AT=i --buffer '0.0=zero(16)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.0: {{.*}}
// PASS-NOT: {{.}}
//
// RUN: expect-status 3 spirv-run %s -D TYPE=uint8_t -D AT=i/2 --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=BYTE
// BYTE: invocation (1,0,0) writes 'bytes[0]' of buffer 0.0, and invocation (0,0,0) writes it
// RUN: expect-status 3 spirv-run %s -D TYPE=uint16_t -D AT=7-i/2 --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: invocation (1,0,0) writes 'bytes[7]' of buffer 0.0
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Bytes { TYPE bytes[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  bytes[AT] = TYPE(i + 1);
}
