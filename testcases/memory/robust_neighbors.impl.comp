// A read out of bounds, with robust buffer access: reads of the same buffer that begin less than 16 bytes
// from it may be treated likewise. Other reads, and writes, may not.
// COVERS: memory.robust-neighbor
//
// RUN: spirv-run %s --robust-buffer-access --buffer 0.0=uint32:1,2,3,4,5,6,7,8 --buffer 0.1=uint32:3,5,4,8 --buffer '0.2=undef(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.0: uint32[8] = 1 2 3 4 5 6 9 8
// VALUES: 0.2: uint32[4] = 4 6? 5 0?
// REPORT: implementation-dependent: the access may be treated as out of bounds, because another part of it, or an access of the same kind less than 16 bytes away, is out of bounds: 4-byte access to 'number[5]' of buffer 0.0 (bytes 20..23), which has 32 bytes [memory.robust-neighbor]
// REPORT: OpLoad
// REPORT: lane 1 of subgroup 0
//
// Without the read out of bounds, all values are certain.
// RUN: spirv-run %s --robust-buffer-access --strict --buffer 0.0=uint32:1,2,3,4,5,6,7,8 --buffer 0.1=uint32:3,5,4,7 --buffer '0.2=undef(16)' | FileCheck %s --check-prefix=INSIDE
// INSIDE: 0.2: uint32[4] = 4 6 5 8

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint number[]; };
layout(std430, set = 0, binding = 1) readonly buffer Choices { uint choice[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Results { uint result[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  result[i] = number[choice[i]];
  if (i == 0) number[6] = 9;
}
