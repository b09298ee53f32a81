// An uncertain branch around an atomic: the location of the atomic is uncertain as well.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer '0.1=zero(8)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x777
// ALLOWED 0.1: {0,4} 4

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  if (sum > 7) atomicAdd(counter, 1);
  atomicAdd(other, 1);
}
