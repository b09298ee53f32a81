// Store buffering: each stores to one location and loads the other. With relaxed atomics, both may load the old value.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:777,777' --buffer '0.1=zero(8)'
// ALLOWED 0.0: {0,1} {0,1}
// ALLOWED 0.1: 1 1

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    atomicStore(counter, 1u, gl_ScopeDevice, 0, 0);
    o[0] = atomicLoad(other, gl_ScopeDevice, 0, 0);
  } else {
    atomicStore(other, 1u, gl_ScopeDevice, 0, 0);
    o[1] = atomicLoad(counter, gl_ScopeDevice, 0, 0);
  }
}
