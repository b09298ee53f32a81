// Independent reads of independent writes: the readers may disagree on which write came first.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{0,1}
// ALLOWED 0.1: 1 1

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) {
    atomicStore(counter, 1u, gl_ScopeDevice, 0, 0);
  } else if (i == 1) {
    atomicStore(other, 1u, gl_ScopeDevice, 0, 0);
  } else if (i == 2) {
    o[0] = atomicLoad(counter, gl_ScopeDevice, 0, 0);
    o[1] = atomicLoad(other, gl_ScopeDevice, 0, 0);
  } else {
    o[2] = atomicLoad(other, gl_ScopeDevice, 0, 0);
    o[3] = atomicLoad(counter, gl_ScopeDevice, 0, 0);
  }
}
