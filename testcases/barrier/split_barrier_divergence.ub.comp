// At Workgroup scope, all invocations of the workgroup must execute the same dynamic instances of arrive and wait.
// COVERS: OpControlBarrierArriveEXT.not-all-arrive, OpControlBarrierWaitEXT.not-all-wait
// COVERS: OpControlBarrierWaitEXT.not-all-arrived
//
// Lanes of one subgroup.
// RUN: expect-status 3 spirv-run %s -D PARTS --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: execute this arrival: lanes 0-3 {{.*}} [OpControlBarrierArriveEXT.not-all-arrive]
// LANES: execute this wait: lanes 0-3 {{.*}} [OpControlBarrierWaitEXT.not-all-wait]
//
// A subgroup never arrives: the waits of the others never end, and arrivals without a wait are detected at the end.
// RUN: expect-status 3 spirv-run %s -D PARTS --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=ENDED
// ENDED-DAG: arrive at the split barrier that this instruction waits for: subgroup 0 returned{{.*}}; subgroup 1 waits at {{.*}} [OpControlBarrierWaitEXT.not-all-arrived]
// ENDED-DAG: execute this arrival: subgroup 0 returned without arriving [OpControlBarrierArriveEXT.not-all-arrive]
// RUN: expect-status 3 spirv-run %s -D ARRIVAL_ONLY --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY-NOT: OpControlBarrierWaitEXT
// ONLY: subgroup 0 returned without arriving [OpControlBarrierArriveEXT.not-all-arrive]
//
// Subgroups arrive, or wait, at different instructions.
// RUN: expect-status 3 spirv-run %s -D PLACES --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=PLACES
// PLACES: other subgroups arrived at a different instruction or in a different loop iteration [OpControlBarrierArriveEXT.not-all-arrive]
// RUN: expect-status 3 spirv-run %s -D WAITS --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=WAITS
// WAITS: other subgroups wait at a different instruction or in a different loop iteration [OpControlBarrierWaitEXT.not-all-wait]

#version 460
#extension GL_GOOGLE_include_directive : require
#include "Inputs/split_barrier.glsl"
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef PARTS
  if (i >= 4) {
    arrive();
    wait();
  }
#endif
#ifdef ARRIVAL_ONLY
  if (i >= 4) arrive();
#endif
#ifdef PLACES
  if (i >= 4) {
    arrive();
  } else {
    arrive();
  }
  wait();
#endif
#ifdef WAITS
  arrive();
  if (i >= 4) {
    wait();
  } else {
    wait();
  }
#endif
  results[i] = 1;
}
