// A group operation is not a barrier: atomics before it are not ordered with those after it.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{1,2,3,4}
// ALLOWED 0.1: 4 0

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  atomicAdd(counter, 1);
  const uint n = subgroupAdd(1);
  o[gl_LocalInvocationIndex] = atomicAdd(counter, 0) + n - 4;
}
