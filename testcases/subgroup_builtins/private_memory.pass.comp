// Every invocation has its own variables, under every mapping to lanes.
//
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping rows --buffer '0.0=undef(40)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --subgroup-mapping random --buffer '0.0=undef(40)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(40)' --strict | FileCheck %s
// CHECK: 0.0: uint32[10] = 100 101 102 103 104 105 106 107 108 109

#version 460
layout(local_size_x = 5, local_size_y = 2) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[10]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint values[64];
  for (uint k = 0; k < 64; ++k) values[(k + i) % 64] = i + 10 * k;
  results[i] = values[(i + 10) % 64];
}
