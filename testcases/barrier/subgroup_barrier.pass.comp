// A barrier of Subgroup scope waits only for the invocations of the tangle, so it is defined in non-uniform
// control flow. Under --subgroup-size 4, one subgroup never reaches it.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(32)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(32)' --strict | FileCheck %s
// CHECK: 0.0: uint32[8] = 1 10 3 30 4 5 6 7

#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[8]; };
shared uint values[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  values[i] = i;
  results[i] = i;
  if (i < 4) {
    subgroupBarrier();
    const uint value = values[i ^ 1];
    subgroupBarrier();
    if (i % 2 == 1) {
      values[i] = 10 * i;
      subgroupBarrier();
      results[i] = values[i];
    } else {
      results[i] = value;
    }
  }
}
