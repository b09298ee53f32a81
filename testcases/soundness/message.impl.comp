// A message and a flag: the message is certain, the number of times that the reader checks the flag is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:777,777' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 42 ?

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    other = 42;
    atomicStore(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  } else {
    uint tries = 0;
    while (atomicLoad(counter, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0) ++tries;
    o[0] = other;
    o[1] = tries;
  }
}
