// A message within a subgroup scope does not reach another subgroup.
// groups: 1, subgroup size: 4
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) {
    values[1] = 7;
    atomicStore(values[0], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
  }
  if (i == 4) {
    while (atomicLoad(values[0], gl_ScopeDevice, 0, 0) == 0) {
    }
    memoryBarrier(
#ifdef RACE
      gl_ScopeSubgroup
#else
      gl_ScopeWorkgroup
#endif
      , gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    results[0] = values[1];
  }
}
