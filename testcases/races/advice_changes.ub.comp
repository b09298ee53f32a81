// Advice that changes more than a line with a barrier: the edits are followed, and the race is gone.
// RUN: apply-advice %s -D UPDATE --groups 2 --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=UPDATE,FOLLOWED
// UPDATE: replace atomicAdd(values[0], 2)
// RUN: apply-advice %s -D MIXED --groups 2 --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=MIXED,FOLLOWED
// MIXED: replace atomicAdd(values[1], 7)
// RUN: apply-advice %s -D LOOP --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=LOOP,FOLLOWED
// LOOP: insert {
// LOOP-NEXT: insert barrier(); }
// RUN: apply-advice %s -D DIVIDE --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=DIVIDE,FOLLOWED
// DIVIDE: insert }
// DIVIDE-NEXT: barrier();
// DIVIDE-NEXT: if (i < limit) {
// RUN: apply-advice %s -D MOVE --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=MOVE,FOLLOWED
// MOVE: replace }
// MOVE-NEXT: barrier();
// MOVE-NEXT: if (i < limit) {
// RUN: apply-advice %s -D COHERENT --strict --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefixes=COHERENT,FOLLOWED
// COHERENT: insert coherent
// FOLLOWED: 1 programs, advice followed 1 times, 0 problems
//
// Where a change is not certain, there is only the sentence: the condition is in memory, the number that is added too, and the
// vector is changed by component.
// RUN: expect-status 3 spirv-run %s -D UNCERTAIN --format json --subgroup-size 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(32)' | FileCheck %s --check-prefix=UNCERTAIN --implicit-check-not='"advice"'
// UNCERTAIN: "help": "only some invocations take the branch
#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[8]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[8]; };
shared uint cache[12];

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint limit = 5;
#if defined(UPDATE)
  values[0] += 2;
#elif defined(MIXED)
  if (gl_WorkGroupID.x == 0) atomicAdd(values[1], 1);
  if (gl_WorkGroupID.x == 1 && i == 0) {
    values[1] += 7;
  }
#elif defined(LOOP)
  for (uint k = 0; k < 2; ++k)
    cache[(i + k) % 8] = i + k;
  results[i] = i;
#elif defined(DIVIDE)
  if (i < limit) {
    cache[i] = i;
    results[i] = cache[limit - 1 - i];
  }
#elif defined(MOVE)
  if (i < limit) {
    cache[i] = i;
    barrier();
    results[i] = cache[limit - 1 - i];
  }
#elif defined(COHERENT)
  values[i] = i;
  memoryBarrierBuffer();
  barrier();
  memoryBarrierBuffer();
  results[i] = values[7 - i];
#elif defined(UNCERTAIN)
  if (values[i] < i) {
    cache[i] = i;
    results[i] = cache[8 - i];
  }
#endif
}
