// A reduction without a barrier at the end of the loop: an iteration reads what another invocation writes in
// the previous one. The report names both iterations, and where to put the barrier, in the source language.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: loop_without_barrier.ub.comp:[[# @LINE + 36]]: undefined-behavior: data race: invocation (0,0,0) reads 'sums[2]' in iteration 1 of the loop at line [[# @LINE + 35]], and invocation (2,0,0) writes it in iteration 0; no barrier separates the two accesses [memory.data-race]
// RACE: note: written here by invocation (2,0,0), lane 2 of subgroup 0, in iteration 0 of the loop at line [[# @LINE + 34]]: OpStore
// RACE: help: put barrier() at the end of the body of the loop at line [[# @LINE + 33]], where all invocations execute it
//
// In subgroups of two, the first subgroup reaches iteration 1 before the second one reaches iteration 0.
// RUN: expect-status 3 spirv-run %s --subgroup-size 2 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' 2>&1 | FileCheck %s --check-prefix=APART
// APART: data race: invocation (2,0,0) writes 'sums[2]' in iteration 0 of the loop at line [[# @LINE + 29]], and invocation (0,0,0) reads it in iteration 1;
//
// Without the second run that explains findings, the advice is shorter, but still correct.
// RUN: expect-status 3 spirv-run %s --subgroup-size 8 --no-explain --buffer '0.0=uint32:1,2,3,4,5,6,7,8' 2>&1 | FileCheck %s --check-prefix=RACE
//
// RUN: expect-status 3 spirv-run %S/Inputs/loop_without_barrier.hlsl --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' 2>&1 | FileCheck %s --check-prefix=HLSL
// HLSL: help: put GroupMemoryBarrierWithGroupSync() at the end of the body of the loop
//
// Within one iteration and one statement, no barrier helps.
// RUN: expect-status 3 spirv-run %s -D ONE --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: data race: invocation (1,0,0) {{.*}} 'sums[0]', and invocation (0,0,0)
// ONE: help: use an atomic, or give each invocation its own element
//
// RUN: spirv-run %s -D BARRIER --subgroup-size 8 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D BARRIER --subgroup-size 2 --buffer '0.0=uint32:1,2,3,4,5,6,7,8' --strict 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.0: uint32[8] = 36 2 3 4 5 6 7 8{{$}}
// PASS-NOT: {{.}}
#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[8]; };
shared uint sums[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  sums[i] = numbers[i];
  barrier();
#ifdef ONE
  for (uint round = 0; round < 1; ++round) sums[0] += i;
#else
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) sums[i] += sums[i + stride];
#ifdef BARRIER
    barrier();
#endif
  }
#endif
  if (i == 0) numbers[0] = sums[0];
}
