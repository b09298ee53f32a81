// A loop with a second entry in its body: an implementation may reject it.
// COVERS: control-flow.irreducible
//
// RUN: spirv-run %s --local-size 4 --arg '0=undef(16)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: arg.0: uint32[4] = 6 4 4 4
// REPORT: implementation-dependent: a loop has several entries; implementations may reject irreducible control flow [control-flow.irreducible]
// RUN: expect-status 3 spirv-run %s --strict --local-size 4 --arg '0=undef(16)' 2>&1 | FileCheck %s --check-prefix=REPORT
//
// The same loop without the second entry.
// RUN: spirv-run %s -D ONE_ENTRY --strict --local-size 4 --arg '0=undef(16)' | FileCheck %s --check-prefix=TWIN
// TWIN: arg.0: uint32[4] = 6 5 4 5

kernel void loops(global uint *numbers) {
  uint i = get_local_id(0);
  uint steps = i;
#ifndef ONE_ENTRY
  if (i % 2 == 1) goto second;
#endif
first:
  steps += 1;
#ifndef ONE_ENTRY
second:
#endif
  i += 1;
  if (i < 3) goto first;
  numbers[get_local_id(0)] = steps + i - get_local_id(0);
}
