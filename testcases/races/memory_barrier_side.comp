// Under the Vulkan memory model, a memory barrier before a control barrier releases, and another one after it must acquire.
// RUN: expect-status 3 spirv-run %s -D BEFORE --subgroup-size 2 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: a memory barrier releases before the barrier at line [[# @LINE + 19]], but none acquires after it
// BEFORE: help: call memoryBarrierBuffer() after the barrier as well, or add gl_StorageSemanticsBuffer to the semantics of the barrier
// RUN: apply-advice %s -D BEFORE --subgroup-size 2 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefix=FOLLOWED
// FOLLOWED: 1 programs, advice followed 1 times, 0 problems
// RUN: apply-advice %s -D AFTER --subgroup-size 2 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefix=FOLLOWED
// RUN: spirv-run %s -D BEFORE -D AFTER --subgroup-size 2 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefix=PASS
// PASS: 0.1: uint32[8] = 70 60 50 40 30 20 10 0
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Data { uint data[]; };
layout(std430, set = 0, binding = 1) buffer Out { uint result[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  data[i] = i * 10;
#ifdef BEFORE
  memoryBarrierBuffer();
#endif
  barrier();
#ifdef AFTER
  memoryBarrierBuffer();
#endif
  result[i] = data[7 - i];
}
