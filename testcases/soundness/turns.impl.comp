// Each invocation waits for its turn: its ticket is not the result of an atomic, so the order and the data are certain.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:0' --buffer '0.1=zero(8)'
// ALLOWED 0.0: ~11
// ALLOWED 0.1: ~3 0

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 3) in;
layout(std430, set = 0, binding = 0) coherent buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  while (atomicLoad(counter, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) != i) {}
  o[0] = 2 * o[0] + i + 1;
  atomicStore(counter, i + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
