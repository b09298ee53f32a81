// A store that a barrier or an atomic orders after one on another path gives its value in every execution.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 1 --buffer '0.0=zero(4)' --buffer '0.1=uint32:5,5'
// ALLOWED 0.0: 1
// ALLOWED 0.1: 7 8

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };
layout(std430, set = 0, binding = 1) buffer Data { uint data[2]; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    if (atomicLoad(flag, gl_ScopeDevice, 0, gl_SemanticsRelaxed) == 1) data[0] = 1;
    if (atomicLoad(flag, gl_ScopeDevice, 0, gl_SemanticsRelaxed) == 1) data[1] = 1;
    data[1] = 8;  // by the same invocation
  } else {
    atomicStore(flag, 1u, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
  }
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  if (gl_LocalInvocationIndex == 1) data[0] = 7;
}
