// A broadcast from an inactive invocation: the advice names the instruction that reads from any active one.
// RUN: spirv-run %s --buffer '0.0=uint32:fill(8,0)' 2>&1 | FileCheck %s
// CHECK: Id selects an invocation that is not active [OpGroupNonUniformBroadcast.id-not-in-tangle]
// CHECK: help: to read from any active invocation, use OpGroupNonUniformBroadcastFirst (subgroupBroadcastFirst in GLSL, WaveReadLaneFirst in HLSL), or let the selected invocation take part
// CHECK-NEXT: {{^  consequence: .*}}undefined-output: elements 3-7 of 0.0
// The advice followed:
// RUN: spirv-run %s -D FIRST --buffer '0.0=uint32:fill(8,0)' --strict 2>&1 | FileCheck %s --check-prefix=FIRST --implicit-check-not=undefined
// FIRST: 0.0: uint32[8] = 0 0 0 3 3 3 3 3
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer V { uint v[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef FIRST
  if (i > 2) v[i] = subgroupBroadcastFirst(i);
#else
  if (i > 2) v[i] = subgroupBroadcast(i, 0);
#endif
}
