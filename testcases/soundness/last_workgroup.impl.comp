// The last workgroup stores the sum of all: which workgroup that is, is uncertain; the sum is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 3 --buffer '0.0=uint32:777,fill(3,0)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: ~6 {0,1} {0,1} {0,1}
// ALLOWED 0.1: 3 6

#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  atomicAdd(other, gl_WorkGroupID.x + 1, gl_ScopeDevice, 0, gl_SemanticsRelaxed);
  const uint ticket = atomicAdd(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  if (ticket == 2) {
    o[0] = atomicLoad(other, gl_ScopeDevice, 0, 0);
    o[1 + gl_WorkGroupID.x] = 1;
  }
}
