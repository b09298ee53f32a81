// Between arriving and waiting, an invocation may do work that needs no other invocation. It does so twice in a
// loop, then at a barrier of Subgroup scope in non-uniform control flow. Arriving without waiting breaks no rule.
//
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=undef(64)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --seed 3 --buffer '0.0=undef(64)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=undef(64)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --target-env vulkan1.3 --no-validate --buffer '0.0=undef(64)' --strict | FileCheck %s
// CHECK: 0.0: uint32[16] = 16 18 20 22 24 26 28 30 16 18 20 22 24 26 28 30

#version 460
#extension GL_GOOGLE_include_directive : require
#include "Inputs/split_barrier.glsl"
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[16]; };
shared uint values[2][16];

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint own = i;
  for (uint round = 0; round < 2; ++round) {
    values[round][i] = own;
    arrive();
    own += round * i;
    wait();
    own = values[round][(i + 4) % 16];
  }
  if (i % 2 == 0) {
    control_barrier_arrive(subgroup, subgroup, release);
    own += 8;
    control_barrier_wait(subgroup, subgroup, acquire);
  } else {
    own += 8;
  }
  results[i] = own + i;
  arrive();
}
