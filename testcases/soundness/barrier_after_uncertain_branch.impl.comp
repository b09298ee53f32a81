// An uncertain branch that the whole workgroup takes together, with barriers on one side.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: {3,777} {2,777} {1,777} {0,777} 4x1

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };
shared uint part[4];

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  const uint i = gl_LocalInvocationIndex;
  part[i] = i;
  if (sum > 7) {
    barrier();
    o[i] = part[3 - i];
  }
  o[i + 4] = 1;
}
