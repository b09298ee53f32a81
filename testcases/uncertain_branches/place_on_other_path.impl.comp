// A path that this run does not take stores to an uncertain place of an array, and then loads from a certain one. If lane 1
// is first, lane 0 takes that path, with another index than it has here, and stores 7.
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=zero(12)' --dump 0.0:uint32 2>/dev/null | FileCheck %s
// CHECK: 0.0: uint32[3] = 0? 0? 1
#version 450
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Results { uint results[2]; uint counter; };
void main() {
  uint values[2] = uint[2](0, 0);
  const uint previous = atomicMax(counter, gl_LocalInvocationIndex);
  if (previous == 0) return;
  values[previous] = 7;
  results[gl_LocalInvocationIndex] = values[1];
}
