// Invocations that return before a barrier. The report names the line of the return; if there are several, only those before the barrier.
// COVERS: OpControlBarrier.not-all-arrive
//
// RUN: expect-status 3 spirv-run %s -D CALLED --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=CALLED
// CALLED: reach this barrier: invocation (7,0,0) in lane 7 returned from part() at {{.*}}early_return.ub.comp:[[# @LINE + 26]] [
//
// The function with the return calls the function with the barrier.
// RUN: expect-status 3 spirv-run %s -D NESTED --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: reach this barrier: invocation (7,0,0) in lane 7 returned from part() at {{.*}}early_return.ub.comp:[[# @LINE + 22]] [
//
// Two returns before the barrier, and one after it.
// RUN: expect-status 3 spirv-run %s -D SEVERAL --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: reach this barrier: lanes 6-7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 31]] or {{.*}}early_return.ub.comp:[[# @LINE + 33]] [
//
// In a loop, the return may follow the barrier of an earlier iteration.
// RUN: expect-status 3 spirv-run %s -D LOOP --subgroup-size 8 --buffer '0.0=zero(32)' 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: reach this barrier: invocation (7,0,0) in lane 7 returned at {{.*}}early_return.ub.comp:[[# @LINE + 37]] or {{.*}}early_return.ub.comp:[[# @LINE + 41]] [
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
  part(i);
}
