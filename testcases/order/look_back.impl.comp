// Scans that look back in a wrong way. What they compute depends on the order, or is not proven to be the same, or has undefined behavior
// under some schedule: the sum is published after its flag, or without a release; a workgroup publishes two sums; it skips one; it takes
// the sum of a tile for that of all tiles up to it; the sum up to one tile is wrong; it stops at a sum; it counts how far it looks back; it
// adds floats.
//
// RUN: spirv-run %s -D EARLY --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D RELAXED --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D TWICE --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D SKIPS --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D WRONG_SUM --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D ONE_PLACE --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D WRONG_OF_ONE --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D ENOUGH --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// RUN: spirv-run %s -D STEPS --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s
// CHECK: {{^}}0.0: uint32[4] = {{[0-9]+[?]? [0-9]+[?]? [0-9]+\? [0-9]+\?$}}
// RUN: spirv-run %s -D FLOATS --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s --check-prefix=FLOATS
// FLOATS: {{^}}0.0: uint32[4] = {{[0-9]+[?]? [0-9]+[?]? [0-9]+\? [0-9]+\?$}}
//
// Without these faults:
// RUN: spirv-run %s --groups 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}0.0: uint32[4] = 1 3 6 10{{$}}
// How far it has looked back is uncertain, what it has found is not.
// RUN: spirv-run %s -D DISTANCE --groups 4 --buffer '0.0=zero(32)' --buffer '0.1=zero(48)' 2>/dev/null | FileCheck %s --check-prefix=DISTANCE
// DISTANCE: {{^}}0.0: uint32[8] = 1 3 6 10 {{[0-9]+ [0-9]+\? [0-9]+\? [0-9]+\?$}}

#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 {
  uint flags[4];
#ifdef FLOATS
  float totals[4];
  float all_until[4];
#else
  uint totals[4];
  uint all_until[4];
#endif
};

const int buffers = gl_StorageSemanticsBuffer;

#define PUBLISH(state, semantics) atomicStore(flags[tile], state, gl_ScopeDevice, buffers, semantics)

#ifdef FLOATS
#define NUMBER float
#else
#define NUMBER uint
#endif

void main() {
  const uint tile = gl_WorkGroupID.x;
  const uint number = tile + 1;
#ifdef EARLY
  PUBLISH(1u, gl_SemanticsRelease);
  totals[tile] = number;
#elif defined(RELAXED)
  totals[tile] = number;
  atomicStore(flags[tile], 1u, gl_ScopeDevice, 0, 0);
#else
#ifdef ONE_PLACE
  all_until[tile] = number;
#else
  totals[tile] = number;
#endif
#ifdef TWICE
  PUBLISH(29u, gl_SemanticsRelease);
#endif
  PUBLISH(1u, gl_SemanticsRelease);
#endif
  NUMBER before = 0;
#ifdef SKIPS
  int earlier = int(tile) - 2;
#else
  int earlier = int(tile) - 1;
#endif
#ifdef STEPS
  uint steps = 0;
#endif
  while (earlier >= 0) {
    const uint flag = atomicLoad(flags[earlier], gl_ScopeDevice, buffers, gl_SemanticsAcquire);
    if (flag == 0) continue;
    if (flag == 2) {
#ifdef WRONG_SUM
      before += totals[earlier];
#else
      before += all_until[earlier];
#endif
      break;
    }
#ifdef STEPS
    ++steps;
#endif
#ifdef ONE_PLACE
    before += all_until[earlier];
#elif defined(TWICE)
    before += flag > 1 ? flag : totals[earlier];
#else
    before += totals[earlier];
#endif
#ifdef ENOUGH
    if (before > 2) break;
#endif
    --earlier;
  }
#ifdef WRONG_OF_ONE
  all_until[tile] = before + number + (tile == 1 ? 7 : 0);
#else
  all_until[tile] = before + number;
#endif
  PUBLISH(2u, gl_SemanticsRelease);
#ifdef STEPS
  o[tile] = uint(before) + number + steps;
#elif defined(FLOATS)
  o[tile] = floatBitsToUint(before + number);
#else
  o[tile] = before + number;
#endif
#ifdef DISTANCE
  o[4 + tile] = earlier;
#endif
}
