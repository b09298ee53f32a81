// A lock that serves tickets in order: the ticket of each invocation is uncertain, and so is the data.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:0,0' --buffer '0.1=zero(8)'
// ALLOWED 0.0: {4,5} ~2
// ALLOWED 0.1: 2 ~2

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) coherent buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(counter, 1);
  while (atomicLoad(other, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) != ticket) {}
  o[0] = 2 * o[0] + i + 1;
  o[1] += 1;
  atomicStore(other, ticket + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
