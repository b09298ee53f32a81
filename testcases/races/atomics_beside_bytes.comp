// Bytes of words that are also changed atomically: accesses race only if they share a byte.
//
// COVERS: memory.atomic-and-plain-access
// RUN: expect-status 3 spirv-run %s --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: invocation (0,0,0) atomically writes 'words[0]' of buffer 0.1 (byte 1), and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.atomic-and-plain-access]
// The same with neighbors in another order, for which single records do not suffice.
// RUN: expect-status 3 spirv-run %s -D ELSEWHERE --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE: invocation (0,0,0) atomically writes 'words[0]' of buffer 0.1 (byte 1), and invocation (5,0,0) writes it; no barrier separates the two accesses [memory.atomic-and-plain-access]
// The same after atomics by other invocations.
// RUN: expect-status 3 spirv-run %s -D BARRIER -D READ_AGAIN --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: invocation {{.*}} reads 'bytes[{{.*}}]' of buffer 0.0, and invocation {{.*}} atomically writes it; no barrier separates the two accesses [memory.atomic-and-plain-access]
//
// RUN: spirv-run %s -D BARRIER --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D ELSEWHERE -D BARRIER --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: spirv-run %s -D BARRIER -D READ_AGAIN -D SECOND_BARRIER --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// The atomics access other bytes.
// RUN: spirv-run %s --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all,32)' --buffer '0.1=memory(all+32)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN-NOT: undefined-behavior
// TWIN: {{^}}0.1: uint32[
// TWIN-NOT: undefined-behavior
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Bytes { uint8_t bytes[]; };
layout(std430, set = 0, binding = 1) buffer Words { uint words[]; };

void order() {
  memoryBarrierBuffer();
  barrier();
}

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef ELSEWHERE
  bytes[(13 * i) & 31] = uint8_t(i);
#else
  bytes[i] = uint8_t(i);
#endif
#ifdef BARRIER
  order();
#endif
  atomicAdd(words[i & 7], 1);
#ifdef SECOND_BARRIER
  order();
#endif
#ifdef READ_AGAIN
  const uint seen = bytes[i];
#ifdef SECOND_BARRIER
  order();
#endif
  if (seen == 300) bytes[i] = uint8_t(0);
#endif
}
