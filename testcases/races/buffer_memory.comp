// The invocations of a workgroup communicate through a buffer: barrier() orders only shared memory.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D BARRIER --buffer '0.0=zero(64)' --buffer '0.1=undef(64)' 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: invocation (0,0,0) reads 'parts[7]' of buffer 0.0, and invocation (7,0,0) writes it; the barrier at line [[#]] does not order this memory: its Memory Semantics lack UniformMemory [memory.data-race]
// BARRIER: help: barrier() orders only shared variables: call memoryBarrierBuffer() before it
// RUN: expect-status 3 spirv-run %s -D AFTER --buffer '0.0=zero(64)' --buffer '0.1=undef(64)' 2>&1 | FileCheck %s --check-prefix=BARRIER
//
// HLSL's barriers for other memory, and for buffers.
// RUN: expect-status 3 spirv-run %S/Inputs/buffer_memory.hlsl -D GROUP --buffer '0.0=zero(64)' 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: help: call DeviceMemoryBarrierWithGroupSync() instead, or AllMemoryBarrierWithGroupSync(), which orders all memory
// RUN: expect-status 3 spirv-run %S/Inputs/buffer_memory.hlsl --buffer '0.0=zero(64)' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: help: put DeviceMemoryBarrierWithGroupSync() between line [[#]] and line [[#]], where all invocations execute it
// RUN: spirv-run %S/Inputs/buffer_memory.hlsl -D DEVICE --buffer '0.0=zero(64)' 2>&1 | FileCheck %s --check-prefix=DEVICE --implicit-check-not=undefined
// DEVICE: 0.0: uint32[16] = 0 1 2 3 4 5 6 7 7 6 5 4 3 2 1 0
//
// No barrier orders workgroups.
// RUN: expect-status 3 spirv-run %s -D BEFORE -D ACROSS --groups 2 --buffer '0.0=zero(64)' --buffer '0.1=undef(64)' 2>&1 | FileCheck %s --check-prefix=ACROSS
// ACROSS: invocation (0,0,0) of workgroup {{.*}} reads 'parts[{{[0-9]+}}]' of buffer 0.0, and invocation (7,0,0) of workgroup {{.*}} writes it; no barrier orders invocations of different workgroups [memory.data-race]
// ACROSS: of subgroup 0, workgroup (1,0,0)
// ACROSS: note: written here by invocation (7,0,0) of workgroup (0,0,0), lane 7 of subgroup 0
//
// RUN: spirv-run %s -D BEFORE --groups 2 --buffer '0.0=zero(64)' --buffer '0.1=undef(64)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D BEFORE --groups 2 --subgroup-size 2 --buffer '0.0=zero(64)' --buffer '0.1=undef(64)' --dump 0.1 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.1: uint32[16] = 7 6 5 4 3 2 1 0 15 14 13 12 11 10 9 8{{$}}
// PASS-NOT: {{.}}
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Parts { uint parts[16]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[16]; };

void main() {
  const uint first = gl_WorkGroupID.x * 8;
  const uint i = gl_LocalInvocationIndex;
  parts[first + i] = first + i;
#ifdef BEFORE
  memoryBarrierBuffer();
#endif
  barrier();
#ifdef AFTER
  memoryBarrierBuffer();
#endif
#ifdef ACROSS
  results[first + i] = parts[(first + 15 - i) % 16];
#else
  results[first + i] = parts[first + 7 - i];
#endif
}
