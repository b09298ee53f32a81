// Barriers that all invocations reach: in a loop, in a function, and after a branch that is uniform in the
// workgroup. Each invocation reads a value that an invocation of another subgroup wrote before the barrier.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer 0.0=uint32:2 --buffer '0.1=undef(64)' --dump 0.1 --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --seed 7 --buffer 0.0=uint32:2 --buffer '0.1=undef(64)' --dump 0.1 --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 128 --buffer 0.0=uint32:2 --buffer '0.1=undef(64)' --dump 0.1 --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 2 --subgroup-mapping random:3 --buffer 0.0=uint32:2 --buffer '0.1=undef(64)' --dump 0.1 --strict | FileCheck %s
// CHECK: 0.1: uint32[16] = 45 46 47 32 33 34 35 36 37 38 39 40 41 42 43 44

#version 460
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) readonly buffer Settings { uint rounds; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint results[16]; };
shared uint values[16];

uint neighbor(uint distance) {
  barrier();
  const uint value = values[(gl_LocalInvocationIndex + distance) % 16];
  barrier();
  return value;
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  values[i] = i;
  for (uint round = 0; round < rounds; ++round) {
    const uint value = neighbor(4);
    values[i] = value + 16;
  }
  if (rounds > 1) values[i] = neighbor(5);
  results[i] = values[i];
}
