// A scan in one pass, in which each workgroup waits for earlier ones: how far it looks back is uncertain, the result is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(48)'
// ALLOWED 0.0: ~1 ~3 ~6 ~10

#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint flags[4]; uint totals[4]; uint all_until[4]; };

void main() {
  const uint tile = gl_WorkGroupID.x;
  totals[tile] = tile + 1;
  atomicStore(flags[tile], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  uint before = 0;
  for (int earlier = int(tile) - 1; earlier >= 0; --earlier) {
    uint flag;
    do {
      flag = atomicLoad(flags[earlier], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    } while (flag == 0);
    if (flag == 2) {
      before += all_until[earlier];
      break;
    }
    before += totals[earlier];
  }
  all_until[tile] = before + tile + 1;
  atomicStore(flags[tile], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  o[tile] = before + tile + 1;
}
