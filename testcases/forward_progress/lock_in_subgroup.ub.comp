// All lanes of a subgroup spin on one lock; the one that takes it waits for the others to leave the loop. The state repeats
// at once, and the report takes few steps, also with the detection of races and several runs.
// COVERS: forward-progress.none
// RUN: expect-status 3 spirv-run %s -D SIZE=32 --subgroup-size 32 --max-steps 1000000 --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D SIZE=64 --subgroup-size 64 --max-steps 1000000 --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D SIZE=64 --subgroup-size 64 --max-steps 1000000 -D QUALIFIER=coherent --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D SIZE=64 --subgroup-size 64 --max-steps 1000000 -D SHARED --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D SIZE=4 --subgroup-size 4 --max-steps 1000000 --groups 2 --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s
// CHECK: undefined-behavior: {{.*}} [forward-progress.none]
// The twin: each invocation has a subgroup of its own.
// RUN: spirv-run %s -D SIZE=4 --subgroup-size 1 --buffer 0.0=uint32:0,0 2>&1 | FileCheck %s --check-prefix=TWIN
// TWIN: 0.0: uint32[2] = 0{{\??}} 4
#version 450
#ifndef QUALIFIER
#define QUALIFIER
#endif
layout(local_size_x = SIZE) in;
#ifdef SHARED
layout(std430, set = 0, binding = 0) buffer State { uint result; };
shared uint lock, count;
#else
layout(std430, set = 0, binding = 0) QUALIFIER buffer State { uint lock; uint count; };
#endif

void main() {
#ifdef SHARED
  if (gl_LocalInvocationIndex == 0) lock = count = 0;
  barrier();
#endif
  while (atomicCompSwap(lock, 0, 1) != 0) {}
  memoryBarrier();
  ++count;
  memoryBarrier();
  atomicExchange(lock, 0);
#ifdef SHARED
  result = count;
#endif
}
