// Workgroups that wait for each other. No client API guarantees that one makes progress while another one
// waits for it: a program that relies on that runs, with a report.
//
// A workgroup that waits for a later one. Without a seed, the later one starts because the first one makes no progress.
// COVERS: forward-progress.other-workgroup
// RUN: spirv-run %s -D LATER --groups 2 --subgroup-size 4 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: spirv-run %s -D LATER --groups 2 --subgroup-size 4 --jobs 2 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: {{^}}0.0: uint32[2] = 0 1
// LATER: waits_for_workgroups.comp:[[#]]: implementation-dependent: subgroup 0 of workgroup (0,0,0) spins on 'words[1]' of buffer 0.0 ({{.*}}), which workgroup (1,0,0) writes; an implementation need not run that workgroup before this one ends [forward-progress.other-workgroup]
//
// Each waits for the next one: the last workgroup to start is the first one to end.
// RUN: spirv-run %s -D CHAIN --groups 40 --buffer '0.0=zero(168)' 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: 32: 1 1 1 1 1 1 1 1 1 1{{$}}
// CHAIN: workgroup (0,0,0) spins on 'words[3]' of buffer 0.0 ({{.*}}), which workgroup (1,0,0) writes
//
// A workgroup that waits for an earlier one causes no report in order; other schedules detect it.
// RUN: spirv-run %s -D EARLIER --groups 2 --buffer '0.0=zero(8)' --strict 2>&1 | FileCheck %s --check-prefix=EARLIER
// EARLIER: {{^}}0.0: uint32[2] = 0 2{{$}}
// EARLIER-NOT: {{.}}
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s -D EARLIER --groups 2 --seed $seed --buffer '0.0=zero(8)' 2>&1 || exit 1; done" | FileCheck %s --check-prefix=SEEDS
// SEEDS: workgroup (1,0,0) spins on 'words[1]' of buffer 0.0 ({{.*}}), which workgroup (0,0,0) writes
//
// Two workgroups that wait for each other: no schedule helps.
// COVERS: forward-progress.none
// RUN: expect-status 3 spirv-run %s -D MUTUAL --groups 3 --subgroup-size 8 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=MUTUAL
// RUN: expect-status 3 spirv-run %s -D MUTUAL --groups 3 --subgroup-size 8 --seed 3 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=MUTUAL
// MUTUAL: undefined-behavior: endless loop: lanes 0-7 spin on 'words[0]' of buffer 0.0 ({{.*}}), and nothing changes it; the other workgroups have ended or wait too [forward-progress.none]
// MUTUAL-NOT: forward-progress.other-workgroup
//
// A loop that reads nothing: no other workgroup can end it, so none is started for it.
// RUN: expect-status 3 spirv-run %s -D FOREVER --groups 100 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=FOREVER
// FOREVER: endless loop: lanes 0-7 repeat the same state and read no memory that another invocation can write [forward-progress.none]
//
// The nearest correct version: the workgroups only count.
// RUN: spirv-run %s -D COUNT --groups 6 --seed 2 --buffer '0.0=zero(8)' --strict 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}0.0: uint32[2] = 48 0{{$}}
// COUNT-NOT: {{.}}
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Words { uint words[]; };

void wait_for(uint i) {
  while (atomicOr(words[i], 0) == 0) {
  }
}

void main() {
  const uint group = gl_WorkGroupID.x;
#if defined(LATER)
  if (group == 0) {
    wait_for(1);
  } else {
    atomicOr(words[1], 1);
  }
#elif defined(CHAIN)
  if (group + 1 < gl_NumWorkGroups.x) wait_for(group + 3);
  atomicOr(words[group + 2], 1);
#elif defined(EARLIER)
  if (group == 1) {
    wait_for(1);
  } else {
    atomicOr(words[1], 2);
  }
#elif defined(MUTUAL)
  if (group < 2) {
    wait_for(group);
    atomicOr(words[1 - group], 1);
  }
#elif defined(FOREVER)
  while (group < 1000) {
  }
#elif defined(COUNT)
  atomicAdd(words[0], 1);
#endif
}
