// Release and acquire of atomics pass a message; relaxed atomics do not.
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
    atomicStore(values[0], 1u, gl_ScopeDevice,
#ifdef RACE
      0, 0
#else
      gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable
#endif
    );
  }
  if (i == 4) {
    while (atomicLoad(values[0], gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 0) {
    }
    results[0] = values[1];
  }
}
