// All invocations store the value that is already there.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --buffer 0.1=uint32:5,0
// ALLOWED 0.0: 4x5
// ALLOWED 0.1: 5 0

#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  atomicStore(counter, 5u, gl_ScopeDevice, 0, 0);
  o[gl_LocalInvocationIndex] = atomicLoad(counter, gl_ScopeDevice, 0, 0);
}
