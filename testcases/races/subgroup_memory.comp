// Invocations of one subgroup: which accesses its barriers order, and for which invocations.
// COVERS: memory.data-race
//
// RUN: spirv-run %s -D SUBGROUP_BARRIER --subgroup-size 4 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.0: uint32[8] = 1 0 3 2 5 4 7 6{{$}}
// PASS-NOT: {{.}}
//
// With subgroups of one invocation, the neighbor is in another subgroup.
// RUN: expect-status 3 spirv-run %s -D SUBGROUP_BARRIER --subgroup-size 1 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: invocation (1,0,0) reads 'parts[0]', and invocation (0,0,0) writes it; the subgroupBarrier() at line [[#]] orders only invocations of one subgroup; these are in subgroups 0 and 1 [memory.data-race]
// OTHER: help: use barrier() instead, to order all invocations of the workgroup
//
// A group operation does not synchronize memory.
// RUN: expect-status 3 spirv-run %s -D GROUP_OPERATION --subgroup-size 4 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: invocation (0,0,0) reads 'parts[1]', and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.data-race]
//
// A barrier in one branch orders only the lanes in that branch.
// RUN: spirv-run %s -D HALF --subgroup-size 8 --buffer '0.0=undef(32)' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: expect-status 3 spirv-run %s -D HALVES --subgroup-size 8 --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: data race: invocation ([[#]],0,0) reads {{.*}}, and invocation ([[#]],0,0) writes it;{{.*}}[memory.data-race]
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_maximal_reconvergence : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };
shared uint parts[8];

void main() [[maximally_reconverges]] {
  const uint i = gl_LocalInvocationIndex;
  parts[i] = i;
#if defined(SUBGROUP_BARRIER)
  subgroupBarrier();
  results[i] = parts[i ^ 1];
#elif defined(GROUP_OPERATION)
  if (subgroupAll(i < 100)) results[i] = parts[i ^ 1];
#else
  if (i < 4) {
    subgroupBarrier();
#ifdef HALVES
    results[i] = parts[i ^ 4];
#else
    results[i] = parts[i ^ 1];
#endif
  } else {
    subgroupBarrier();
    results[i] = parts[i ^ 1];
  }
#endif
}
