// Loops that wait for invocations that make no progress; testcases/scheduling/waits_for_workgroups.comp waits
// for other workgroups. The report says what the loop reads, and where the other invocations are.
// COVERS: forward-progress.none
//
// A lock between the lanes of one subgroup: lane 0 has it, and waits at the end of the loop for the others.
// RUN: expect-status 3 spirv-run %s -D LOCK --subgroup-size 4 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=LOCK
// LOCK: loops.comp:[[#]]: undefined-behavior: deadlock: lanes 1-3 spin on 'lock' of buffer 0.0 ({{.*}}loops.comp:[[#]]), and nothing changes it; invocation (0,0,0) in lane 0 left the loop at {{.*}}loops.comp:[[#]], waiting for the others to leave it; {{.*}} [forward-progress.none]
// LOCK: lanes 1-3 of subgroup 0
// LOCK: help: if the loop waits for another invocation, wait with a barrier instead; take and release a lock in one iteration of the loop
//
// A flag that no invocation sets.
// RUN: expect-status 3 spirv-run %s -D FLAG --subgroup-size 4 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: deadlock: {{lanes? .*}} spin{{s?}} on 'word' of buffer 0.0 ({{.*}}), and nothing changes it; subgroup 0 is in a loop at {{.*}}; subgroup 1 waits at {{.*}} [forward-progress.none]
//
// If a limit ends such a run first, the message contains the same facts.
// RUN: expect-status 5 spirv-run %s -D LOCK --subgroup-size 4 --max-steps 1000 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: a limit was reached: more than 1000 steps; subgroup 0 of workgroup (0, 0, 0) is in a loop at {{.*}}; meanwhile invocation (0,0,0) in lane 0 left the loop
//
// In the correct version, lane 0 releases the lock in the same iteration.
// RUN: spirv-run %s -D LOCK -D INSIDE --subgroup-size 4 --buffer '0.0=zero(8)' 2>/dev/null | FileCheck %s --check-prefix=INSIDE
// INSIDE: {{^}}0.0: uint32[2] = 0 8{{$}}
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) coherent buffer Words { uint lock, word; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#if defined(LOCK) && defined(INSIDE)
  for (bool done = false; !done;) {
    if (atomicCompSwap(lock, 0, 1) == 0) {
      memoryBarrierBuffer();
      word += 1;
      memoryBarrierBuffer();
      atomicExchange(lock, 0);
      done = true;
    }
  }
#elif defined(LOCK)
  while (atomicCompSwap(lock, 0, 1) != 0) {}
  memoryBarrierBuffer();
  word += 1;
  memoryBarrierBuffer();
  atomicExchange(lock, 0);
#elif defined(FLAG)
  if (i < 4) {
    while (atomicOr(word, 0) == 0) {}
  }
  barrier();
#endif
}
