// An uncertain branch decides which invocations execute a group operation.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(8,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 4x{1,777} 4x4

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(counter, 1);
  if (ticket == 2) o[i] = subgroupAdd(1);
  o[i + 4] = subgroupAdd(1);
}
