// Elements that are further apart than their size: the advice for accesses out of bounds says so, and a note before the run
// says that the uniform block needs more bytes. With enough bytes, there is nothing to say.
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(48)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s
// CHECK: spirv-run: note: --buffer 0.1: the block 'U' needs 52 bytes, 16 are bound
// CHECK: out-of-bounds access: 4-byte load from 'u[1]' of buffer 0.1 (bytes 16..19), which has 16 bytes
// CHECK: help: the elements of the array 'u' are 16 bytes apart, although each has only 4 bytes: provide 16 bytes per element, or declare the block std430 or scalar, without gaps
// CHECK: out-of-bounds access: 4-byte store to 'v[3]' of buffer 0.0 (bytes 48..51), where 'v' has 3 elements
// CHECK: help: the elements of the array 'v' are 16 bytes apart, although each has only 12 bytes: provide 16 bytes per element, or declare an array of scalars, which has no gaps
// RUN: spirv-run %s --buffer '0.0=zero(64)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=note
// PASS: v: float32x3[4] = (0 0 0) (0 0 0) (0 0 0) (0 0 0)
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer V { vec3 v[]; };
layout(std140, binding = 1) uniform U { float u[4]; };
void main() { const uint i = gl_LocalInvocationIndex; v[i] = vec3(u[i]); }
