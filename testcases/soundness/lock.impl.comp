// The data under a lock depends on the order in which invocations get it. A sum does not, but only the program knows that.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:0,0' --buffer '0.1=zero(8)'
// ALLOWED 0.0: {4,5} ~3
// ALLOWED 0.1: ~0 0

#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  for (bool done = false; !done;) {
    if (atomicCompSwap(counter, 0u, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire,
                       gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0) {
      o[0] = 2 * o[0] + gl_LocalInvocationIndex + 1;
      o[1] += gl_LocalInvocationIndex + 1;
      atomicStore(counter, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
      done = true;
    }
  }
}
