// A shift in place races within each workgroup and between workgroups. One report says both.
// RUN: expect-status 3 spirv-run %s --groups 2 --buffer '0.0=uint32:iota(9)' 2>&1 | FileCheck %s
// CHECK: data race: invocation (1,0,0) writes 'values[1]' of buffer 0.0, and invocation (0,0,0) reads it
// CHECK: note: read here by invocation (0,0,0)
// CHECK: note: also, without order, read here by invocation (3,0,0) of workgroup (0,0,0)
// CHECK: help: put memoryBarrierBuffer() and barrier() between line [[# @LINE + 10]] and line [[# @LINE + 11]], where all invocations execute it; this does not order workgroups: workgroups run in any order
//
// In one workgroup, only the first holds.
// RUN: expect-status 3 spirv-run %s --buffer '0.0=uint32:iota(9)' 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=workgroups
// ONE: help: put memoryBarrierBuffer() and barrier() between
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint next = values[i + 1];
  values[i] = next;
}
