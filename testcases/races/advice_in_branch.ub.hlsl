// Both accesses are in a branch that only some threads take, where no barrier may be: the advice is to divide the branch.
// RUN: expect-status 3 spirv-run %s --buffer '0.0=undef(64)' 2>&1 | FileCheck %s
// CHECK: data race:
// CHECK: help: only some invocations take the branch at line [[# @LINE + 15]], in which both accesses are, so no barrier can be in it: end the branch before line [[# @LINE + 20]], put GroupMemoryBarrierWithGroupSync() there, and continue in a second branch with the same condition
//
// With the branch divided, nothing races. A barrier inside the branch is undefined behavior, and the advice says where it belongs.
// RUN: spirv-run %S/Inputs/branch_divided.hlsl --buffer '0.0=undef(64)' | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: 0.0: uint32[16] = 1 47 80 10 13 179 19 22 25 311 31 34 37 443 43 46
// RUN: expect-status 3 spirv-run %s -D INSIDE --buffer '0.0=undef(64)' 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: undefined-behavior: not all invocations of the workgroup reach this barrier
// INSIDE: help: only some invocations take the branch at line [[# @LINE + 8]]: put the barrier before or after it
RWStructuredBuffer<uint> result : register(u0);
groupshared uint cell[16];
[numthreads(16, 1, 1)]
void main(uint3 t : SV_GroupThreadID) {
  const uint me = t.x;
  cell[me] = 3 * me + 1;
  GroupMemoryBarrierWithGroupSync();
  if (me % 4 == 1 || me == 2) {
    const uint right = cell[me + 1];
#ifdef INSIDE
    GroupMemoryBarrierWithGroupSync();
#endif
    cell[me] = cell[me] * 10 + right;
  }
  GroupMemoryBarrierWithGroupSync();
  result[me] = cell[me];
}
