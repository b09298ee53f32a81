// A memory barrier before the control barrier releases; another one after it must acquire.
// groups: 1, subgroup size: 4
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Values { uint values[256]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[256]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  values[i] = i;
  memoryBarrierBuffer();
  barrier();
#ifndef RACE
  memoryBarrierBuffer();
#endif
  results[i] = values[7 - i];
}
