// Of two loads of one location, the second one never reads an older value than the first.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:fill(3,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: {0,1} {0,1} ~0
// ALLOWED 0.1: 1 0

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    atomicStore(counter, 1u, gl_ScopeDevice, 0, 0);
  } else {
    const uint first = atomicLoad(counter, gl_ScopeDevice, 0, 0);
    const uint second = atomicLoad(counter, gl_ScopeDevice, 0, 0);
    o[0] = first;
    o[1] = second;
    o[2] = uint(first > second);
  }
}
