// A workgroup waits for a value that the loop of another one stores and replaces again and again, while that one waits for
// it. Each workgroup by itself repeats its state, but they end if the reader runs at the right moment.
//
// COVERS: forward-progress.other-workgroup
// RUN: sh -c "for seed in 0 1 2 3 4; do spirv-run %s -D TOGGLE --groups 2 --seed $seed --buffer '0.0=zero(12)' 2>&1 || exit 1; done" > %t.toggle
// RUN: FileCheck %s --check-prefix=ENDS --implicit-check-not=undefined-behavior < %t.toggle
// RUN: sh -c "for seed in 0 1 2 3 4; do spirv-run %s -D PULSE --groups 2 --seed $seed --buffer '0.0=zero(12)' 2>&1 || exit 1; done" > %t.pulse
// RUN: FileCheck %s --check-prefix=ENDS --implicit-check-not=undefined-behavior < %t.pulse
// RUN: sh -c "for seed in 0 1 2 3 4; do spirv-run %s -D TWO_WRITERS --groups 3 --seed $seed --buffer '0.0=zero(12)' 2>&1 || exit 1; done" > %t.two
// RUN: FileCheck %s --check-prefix=ENDS --implicit-check-not=undefined-behavior < %t.two
// ENDS-COUNT-5: 0.0: uint32[3] = {{[0-9?]+}} 1 {{[0-9?]+$}}
//
// The first of them without an explicit order: the report names the reader.
// RUN: spirv-run %s -D TOGGLE --groups 2 --seed 2 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=RELIES
// RELIES: implementation-dependent: subgroup 0 of workgroup (1,0,0) spins on 'word' of buffer 0.0 ({{.*}}), which workgroup (0,0,0) writes; an implementation need not run that workgroup before this one ends [forward-progress.other-workgroup]
//
// The word keeps changing, but never to the awaited value. That no order ends the loops is not known.
// RUN: expect-status 5 spirv-run %s -D NEVER --groups 2 --seed 2 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: undefined-behavior
// NEVER: implementation-dependent: no forward progress: invocation (0,0,0) in lane 0 spins on 'done' of buffer 0.0 {{.*}}; loops of the waiting workgroups keep writing memory, so whether they end depends on the order in which the workgroups run, and no order that was tried ends them [forward-progress.other-workgroup]
//
// Loops that write, and nevertheless are a genuine deadlock: what they store is already there, or no other one reads it.
// COVERS: forward-progress.none
// RUN: expect-status 3 spirv-run %s -D EXCHANGE --groups 3 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: expect-status 3 spirv-run %s -D EXCHANGE --groups 3 --seed 1 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: expect-status 3 spirv-run %s -D COMPARE --groups 3 --seed 1 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: expect-status 3 spirv-run %s -D UNREAD --groups 2 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: expect-status 3 spirv-run %s -D UNREAD --groups 2 --seed 1 --buffer '0.0=zero(12)' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: undefined-behavior: endless loop: invocation (0,0,0) in lane 0 spins on {{.*}}, and nothing changes it; the other workgroups have ended or wait too [forward-progress.none]
#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) coherent buffer Words { uint word, done, other; };

bool goes_on() { return atomicOr(done, 0) == 0; }

void main() {
  const uint group = gl_WorkGroupID.x;
#if defined(TOGGLE)
  if (group == 0) {
    while (goes_on()) atomicXor(word, 1);
  } else {
    while ((atomicOr(word, 0) & 1) == 0) {}
    atomicExchange(done, 1);
  }
#elif defined(PULSE)
  if (group == 0) {
    while (goes_on()) {
      atomicExchange(word, 1);
      atomicExchange(word, 2);
      atomicExchange(word, 0);
    }
  } else {
    while (atomicOr(word, 0) != 1) {}
    while (atomicOr(word, 0) != 2) {}
    atomicExchange(done, 1);
  }
#elif defined(TWO_WRITERS)
  if (group == 0) {
    while (goes_on()) atomicXor(word, 1);
  } else if (group == 1) {
    while (goes_on()) atomicXor(other, 1);
  } else {
    while (atomicOr(word, 0) == 0 || atomicOr(other, 0) == 0) {}
    atomicExchange(done, 1);
  }
#elif defined(NEVER)
  if (group == 0) {
    while (goes_on()) atomicXor(word, 1);
  } else {
    while (atomicOr(word, 0) != 2) {}
    atomicExchange(done, 1);
  }
#elif defined(EXCHANGE)
  while (atomicExchange(word, 1) != 0) {}
#elif defined(COMPARE)
  while (atomicCompSwap(word, 0, 1) != 0) {}
#elif defined(UNREAD)
  if (group == 0) {
    while (goes_on()) atomicXor(other, 1);
  } else {
    while (atomicOr(word, 0) == 0) {}
    atomicExchange(done, 1);
  }
#endif
}
