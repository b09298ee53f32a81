// Racing writes that store the value that is already there, or all the same value: a data race, but of a separate kind.
// COVERS: memory.same-value-race
//
// All write 5: the first one changes the value, the others do not. No invocation reads it before the barrier.
// RUN: expect-status 3 spirv-run %s -D VALUE=5 --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: expect-status 3 spirv-run %s -D VALUE=5 --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: undefined-behavior: data race that leaves the value unchanged: invocation (1,0,0) writes 'flag', and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.same-value-race]
// SAME: kinds: same-value-race
// RUN: spirv-run %s -D VALUE=5 --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: spirv-run %s -D VALUE=5 --subgroup-size 4 --ignore same-value-race --no-explain --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: spirv-run %s -D VALUE=5 --subgroup-size 4 --ignore data-race --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=IGNORED
// IGNORED: {{^}}0.0: uint32[8] = 5 5 5 5 5 5 5 5{{$}}
// IGNORED-NOT: {{.}}
//
// Vectors, bytes, halves and floats. Bytes are compared, so -0 differs from 0.
// RUN: spirv-run %s -D TYPE=vec3 -D 'VALUE=vec3(1,2,3)' -D 'RESULT=uint(flag.z)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' --strict
// RUN: spirv-run %s -D TYPE=uint8_t -D 'VALUE=uint8_t(7)' -D 'RESULT=uint(flag)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' --strict
// RUN: expect-status 3 spirv-run %s -D TYPE=uint8_t -D 'VALUE=uint8_t(i)' -D 'RESULT=uint(flag)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)'
// RUN: spirv-run %s -D TYPE=float -D 'VALUE=0.0' -D 'RESULT=uint(flag)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' --strict
// RUN: expect-status 3 spirv-run %s -D TYPE=float -D 'VALUE=uintBitsToFloat(i << 31)' -D 'RESULT=uint(flag)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)'
//
// Different values, also if only one of many differs, and if the last one restores the initial value.
// RUN: expect-status 3 spirv-run %s -D VALUE=i --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: expect-status 3 spirv-run %s -D 'VALUE=uint(i==3)' --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=OTHER
// If an instruction has races of both kinds, only the other kind is reported.
// RUN: expect-status 3 spirv-run %s -D 'VALUE=uint(i==3)' --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=same-value
// OTHER: [memory.data-race]
//
// A read that races with the write that changes the value is not of this kind. After a barrier it is, because no racing write changes the value.
// RUN: expect-status 3 spirv-run %s -D VALUE=5 -D READ --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: spirv-run %s -D VALUE=5 -D AGAIN --subgroup-size 4 --ignore same-value-race --buffer '0.0=zero(32)' --strict 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: expect-status 3 spirv-run %s -D VALUE=5 -D AGAIN --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: undefined-behavior: data race that leaves the value unchanged: invocation {{.*}} 'flag', {{.*}} [memory.same-value-race]
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };
#ifndef TYPE
#define TYPE uint
#define RESULT flag
#endif
shared TYPE flag;

void main() {
  const uint i = gl_LocalInvocationIndex;
  flag = VALUE;
#ifndef READ
  barrier();
#endif
  results[i] = RESULT;
#ifdef AGAIN
  flag = VALUE;
#endif
}
