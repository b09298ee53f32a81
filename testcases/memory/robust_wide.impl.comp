// Accesses wider than 32 bits, with robust buffer access: an implementation may check each 32 bits
// separately, or the whole access. So the part inside the buffer may or may not be accessed.
// COVERS: memory.robust-neighbor memory.robust-write
//
// The buffer ends in the middle of the second number: its lower half may be stored.
// RUN: spirv-run %s --robust-buffer-access -D TYPE=uint64_t -D 'VALUE=uint64_t(5)' --buffer '0.0=uint32:fill(2,1),fill(1,2)' --dump 0.0:uint32 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: 0.0: uint32[3] = 1 1 2?
// HALF: implementation-dependent: {{.*}} [memory.robust-write]
// The first number of a vector of 64-bit numbers is 24 bytes before the out-of-bounds part, and may still be treated likewise.
// RUN: spirv-run %s --robust-buffer-access -D TYPE=u64vec4 -D 'VALUE=u64vec4(5)' -D INDEX=0 --buffer '0.0=uint64:fill(3,1)' --dump 0.0:uint64 2>&1 | FileCheck %s --check-prefix=VECTOR
// VECTOR: 0.0: uint64[3] = 5? 5? 5?
// VECTOR: the access may be treated as out of bounds, because another part of it, or an access of the same kind less than 16 bytes away, is out of bounds: 8-byte access to 'numbers[0].x' of buffer 0.0 (bytes 0..7), which has 24 bytes [memory.robust-neighbor]
// RUN: spirv-run %s --robust-buffer-access -D LOAD -D TYPE=u64vec4 -D INDEX=0 --buffer '0.0=uint64:fill(3,1)' --buffer '0.1=zero(64)' --dump 0.1:uint64 2>&1 | FileCheck %s --check-prefix=LOAD
// LOAD: 0.1: uint64[8] = 1? 1? 1? 0? 0 0 0 0
// A vector that is inside, but whose upper half begins less than 16 bytes before an out-of-bounds access.
// RUN: spirv-run %s --robust-buffer-access -D NEAR -D TYPE=uint64_t -D 'VALUE=uint64_t(5)' --buffer '0.0=uint32:fill(6,1)' --dump 0.0:uint32 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: 0.0: uint32[6] = 1 1 5? 0? 1 1
//
// RUN: spirv-run %s --robust-buffer-access --strict -D TYPE=uint64_t -D 'VALUE=uint64_t(5)' --buffer '0.0=uint32:fill(4,1)' --dump 0.0:uint32 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: {{^}}0.0: uint32[4] = 1 1 5 0{{$}}
// INSIDE-NOT: {{.}}
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require
#ifndef INDEX
#define INDEX 1
#endif
layout(local_size_x = 1) in;
layout(scalar, set = 0, binding = 0) buffer Numbers { TYPE numbers[]; };
layout(scalar, set = 0, binding = 1) buffer Results { TYPE results[]; };

void main() {
#if defined(LOAD)
  results[0] = numbers[INDEX];
#elif defined(NEAR)
  numbers[1] = VALUE;
  numbers[3] = VALUE;
#else
  numbers[INDEX] = VALUE;
#endif
}
