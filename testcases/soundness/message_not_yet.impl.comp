// The reader may or may not find the flag set. If it does not, its result differs from the value that memory contains now.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s -D WRITER=1 --subgroup-size 1 --buffer '0.0=uint32:777' --buffer '0.1=uint32:0,7'
// RUN: %python %{testcases}/../scripts/soundness litmus %s -D WRITER=0 --subgroup-size 1 --buffer '0.0=uint32:777' --buffer '0.1=uint32:0,7'
// ALLOWED 0.0: {7,42}
// ALLOWED 0.1: 1 42

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex == WRITER) {
    other = 42;
    atomicStore(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  } else {
    uint x = 7;
    if (atomicLoad(counter, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1) x = other;
    o[0] = x;
  }
}
