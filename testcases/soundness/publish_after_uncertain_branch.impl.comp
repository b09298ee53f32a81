// It is uncertain whether a message is published, and so whether it is read.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=uint32:0,7' --buffer 0.2=float32:1e8,1,-1e8,6
// RUN: %python %{testcases}/../scripts/soundness litmus %s -D OTHER --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=uint32:0,7' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 777 3x{5,42}
// ALLOWED 0.1: {0,1} {7,42}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  #ifdef OTHER
  const bool publishes = sum <= 7;
  #else
  const bool publishes = sum > 7;
  #endif
  if (gl_LocalInvocationIndex == 0) {
    if (publishes) {
      other = 42;
      atomicStore(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    }
  } else {
    uint x = 5;
    if (atomicLoad(counter, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1) x = other;
    o[gl_LocalInvocationIndex] = x;
  }
}
