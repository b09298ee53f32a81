// Passes a message without a race: workgroup 1 stores 0 to data before the flag, and workgroup 0 stores 1 to it if it sees the flag. In the usual
// order, workgroup 0 does not see the flag, so its store is only on the path that is not taken. It may still be the last one.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 2 --subgroup-size 1 --buffer '0.0=uint32:0,5'
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 2 --subgroup-size 1 --buffer '0.0=uint32:0,1'
// ALLOWED 0.0: 1 {0,1}

#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) nonprivate buffer Message { uint flag; uint data; };

void main() {
  if (gl_WorkGroupID.x == 0) {
    if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u)
      data = 1;
  } else {
    data = 0;
    atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
  }
}
