// A subgroup that has arrived need not wait for subgroups that do other work before they wait: subgroup 1
// spins until subgroup 0 has continued.
//
// RUN: spirv-run %s --subgroup-size 4 --max-steps 10000000 --buffer '0.0=zero(4)' --strict | FileCheck %s
// CHECK: 0.0: uint32[1] = 1

#version 460
#extension GL_GOOGLE_include_directive : require
#include "Inputs/split_barrier.glsl"
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Flag { uint flag; };

void main() {
  arrive();
  if (gl_LocalInvocationIndex >= 4) {
    while (atomicOr(flag, 0) == 0) {}
  }
  wait();
  if (gl_LocalInvocationIndex < 4) atomicOr(flag, 1);
}
