// A loop of uncertain length with barriers, through which a value circulates.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{0,1,2,3}

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
  barrier();
  for (uint k = 0; k < sum; ++k) {
    const uint next = part[(i + 1) % 4];
    barrier();
    part[i] = next;
    barrier();
  }
  o[i] = part[i];
}
