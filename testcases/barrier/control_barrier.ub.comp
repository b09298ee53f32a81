// Barriers that not all invocations of the workgroup reach. The report says where the other invocations are.
// COVERS: OpControlBarrier.not-all-arrive
//
// Lanes of one subgroup: the others take another branch, wait at the merge block, or have returned.
// RUN: expect-status 3 spirv-run %s -D WAYS --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=WAYS
// WAYS: control_barrier.ub.comp:[[#]]: undefined-behavior: not all invocations of the workgroup reach this barrier: lanes 4-7 took another branch, to {{.*}}control_barrier.ub.comp:[[#]]
// WAYS: lanes 0-3 of subgroup 0
// WAYS: undefined-behavior: not all invocations of the workgroup reach this barrier: lanes 0-3 reached the end of the selection at {{.*}}control_barrier.ub.comp:[[#]]
// WAYS: lanes 4-7 of subgroup 0
//
// RUN: expect-status 3 spirv-run %s -D RETURN --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=RETURN
// RETURN: reach this barrier: lanes 0-1 returned at {{.*}}control_barrier.ub.comp:[[# @LINE + 29]]
//
// One subgroup waits at another barrier, or has ended.
// RUN: expect-status 3 spirv-run %s -D WAYS --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=PLACES
// PLACES: reach this barrier: subgroup 0 waits at {{.*}}control_barrier.ub.comp:[[#]]; subgroup 1 waits at {{.*}}control_barrier.ub.comp:[[#]] [OpControlBarrier.not-all-arrive]
// RUN: expect-status 3 spirv-run %s -D RETURN --subgroup-size 2 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=ENDED
// ENDED: reach this barrier: subgroup 0 returned at {{.*}}control_barrier.ub.comp:[[# @LINE + 23]]; subgroups 1-3 wait at
//
// The same instruction in another iteration is not the same dynamic instance.
// RUN: expect-status 3 spirv-run %s -D ITERATION --subgroup-size 4 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=ITERATION
// RUN: expect-status 3 spirv-run %s -D ITERATION --subgroup-size 4 --reconvergence minimal --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=ITERATION
// ITERATION: subgroup 0 waits at {{.*}} in iteration 0; subgroup 1 waits at {{.*}} in iteration 1
//
// RUN: expect-status 3 spirv-run %s -D WAYS --subgroup-size 4 --stop-on-ub --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=PLACES

#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef WAYS
  if (i < 4) {
    barrier();
  } else {
    barrier();
  }
#endif
#ifdef RETURN
  if (i < 2) return;
  barrier();
#endif
#ifdef ITERATION
  for (uint round = 0; round < 2; ++round) {
    if (round == i / 4) barrier();
  }
#endif
  results[i] = 1;
}
