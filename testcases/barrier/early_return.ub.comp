// Invocations that return before a barrier. The report names the line of the return; if there are several, only those before the barrier.
// COVERS: OpControlBarrier.not-all-arrive
//
// RUN: expect-status 3 spirv-run %s -D CALLED --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=CALLED
// CALLED: reach this barrier: invocation (7,0,0) in lane 7 returned from part() at {{.*}}early_return.ub.comp:[[# @LINE + 36]] [
//
// The function with the return calls the function with the barrier.
// RUN: expect-status 3 spirv-run %s -D NESTED --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: reach this barrier: invocation (7,0,0) in lane 7 returned from part() at {{.*}}early_return.ub.comp:[[# @LINE + 32]] [
//
// Two returns before the barrier, and one after it.
// RUN: expect-status 3 spirv-run %s -D SEVERAL --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: reach this barrier: lanes 6-7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 41]] or {{.*}}early_return.ub.comp:[[# @LINE + 43]] [
//
// In a loop, the return may follow the barrier of an earlier iteration. But lanes that left the loop would wait after it.
// RUN: expect-status 3 spirv-run %s -D LOOP --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: reach this barrier: invocation (7,0,0) in lane 7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 47]] [
//
// Lanes that did not enter the loop returned before it; so did subgroups, as long as the barrier is executed for the first time.
// RUN: expect-status 3 spirv-run %s -D BEFORE --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: reach this barrier: lanes 5-7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 48]] [
// RUN: expect-status 3 spirv-run %s -D BEFORE --subgroup-size 1 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=SINGLE
// SINGLE: reach this barrier: {{.*}}subgroups 5-7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 46]]{{[; ]}}
//
// Of two returns in a loop, either may have been taken in an earlier iteration.
// RUN: expect-status 3 spirv-run %s -D TWICE --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: reach this barrier: lanes 6-7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 51]] or {{.*}}early_return.ub.comp:[[# @LINE + 54]] [
//
// All invocations return only at the end.
// RUN: spirv-run %s --strict --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=undefined
// NONE: 0.0: uint32[8] = 1 1 1 1 1 1 1 1

#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[8]; };

void wait() { barrier(); }

void part(uint i) {
#if defined(CALLED) || defined(NESTED)
  if (i == 7) return;
#endif
#ifdef CALLED
  barrier();
#else
  wait();
#endif
  results[i] = 1;
}

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef SEVERAL
  if (i == 7) return;
  if (i == 6)
    return;
  barrier();
  if (i == 5) return;
#endif
#ifdef LOOP
  for (uint round = 0; round < 3; ++round) {
    barrier();
    if (i == 7)
      return;
  }
#endif
#ifdef BEFORE
  if (i >= 5)
    return;
  for (uint round = 0; round < 2; ++round) {
    barrier();
    results[i] += round;
  }
#endif
#ifdef TWICE
  for (uint round = 0; round < 3; ++round) {
    if (i == 7 && round == 1)
      return;
    results[i] += round;
    if (i == 6 && round == 1)
      return;
    barrier();
  }
#endif
  part(i);
}
