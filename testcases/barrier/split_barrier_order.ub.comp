// Arrivals and waits alternate, separately for each execution scope.
// COVERS: OpControlBarrierArriveEXT.arrived-before, OpControlBarrierWaitEXT.never-arrived
// COVERS: OpControlBarrierWaitEXT.waited-before
//
// RUN: expect-status 3 spirv-run %s -D NESTED --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: undefined-behavior: an invocation arrives twice with the same execution scope without a wait in between [OpControlBarrierArriveEXT.arrived-before]
// NESTED: lanes 0-3 of subgroup 0
// RUN: expect-status 3 spirv-run %s -D NEVER --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: expect-status 3 spirv-run %s -D OTHER_SCOPE --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: undefined-behavior: an invocation waits at a split barrier without having arrived with the same execution scope [OpControlBarrierWaitEXT.never-arrived]
// RUN: expect-status 3 spirv-run %s -D TWICE --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: undefined-behavior: an invocation waits twice with the same execution scope without an arrival in between [OpControlBarrierWaitEXT.waited-before]
//
// At Subgroup scope, each invocation counts separately.
// RUN: expect-status 3 spirv-run %s -D LANES --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: [OpControlBarrierArriveEXT.arrived-before]
// LANES: lanes 0-1 of subgroup 0
// LANES: [OpControlBarrierWaitEXT.never-arrived]
// LANES: lane 3 of subgroup 0

#version 460
#extension GL_GOOGLE_include_directive : require
#include "Inputs/split_barrier.glsl"
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef NESTED
  arrive();
  arrive();
  wait();
#endif
#ifdef NEVER
  wait();
#endif
#ifdef OTHER_SCOPE
  arrive();
  control_barrier_wait(subgroup, subgroup, acquire);
  wait();
#endif
#ifdef TWICE
  arrive();
  wait();
  wait();
#endif
#ifdef LANES
  if (i < 2) control_barrier_arrive(subgroup, subgroup, release);
  if (i < 3) control_barrier_arrive(subgroup, subgroup, release);
  if (i < 4) control_barrier_wait(subgroup, subgroup, acquire);
#endif
  results[i] = 1;
}
