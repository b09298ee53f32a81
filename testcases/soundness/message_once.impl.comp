// The reader checks once. With release and acquire, the message is there if the flag is set; relaxed, it may not be.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case ORDERED -D STORE=gl_SemanticsRelease -D LOAD=gl_SemanticsAcquire --subgroup-size 1 --buffer '0.0=uint32:777,777' --buffer '0.1=zero(8)'
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case RELAXED -D STORE=gl_SemanticsRelaxed -D LOAD=gl_SemanticsRelaxed --subgroup-size 1 --buffer '0.0=uint32:777,777' --buffer '0.1=zero(8)'
// ALLOWED-ORDERED 0.0: {0,1} ~0
// ALLOWED-RELAXED 0.0: {0,1} {0,1}
// ALLOWED-ORDERED 0.1: 1 1
// ALLOWED-RELAXED 0.1: 1 1

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
    atomicStore(other, 1u, gl_ScopeDevice, 0, 0);
    atomicStore(counter, 1u, gl_ScopeDevice, STORE == 0 ? 0 : gl_StorageSemanticsBuffer, STORE);
  } else {
    const uint flag = atomicLoad(counter, gl_ScopeDevice, LOAD == 0 ? 0 : gl_StorageSemanticsBuffer, LOAD);
    const uint message = atomicLoad(other, gl_ScopeDevice, 0, 0);
    o[0] = flag;
    o[1] = uint(flag == 1 && message == 0);
  }
}
