// Reports name what races as the source does: an element of an array or a structure, a value that is loaded whole with the bytes of it, and the part of a
// scalar.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D MEMBER --buffer '0.0=zero(256)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: invocation (1,0,0) reads 'items[2].at[1].y' of buffer 0.0, and invocation (0,0,0) writes it;
// RUN: expect-status 3 spirv-run %s -D WHOLE --buffer '0.0=zero(256)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: invocation (1,0,0) reads 'items[2].at[1]' of buffer 0.0 (bytes 4..7), and invocation (0,0,0) writes 'items[2].at[1].y' of buffer 0.0;
// RUN: expect-status 3 spirv-run %s -D NESTED --buffer '0.0=zero(256)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: invocation (1,0,0) reads 'grid[1][2][0].flag', and invocation (0,0,0) writes it;
// RUN: expect-status 3 spirv-run %s -D COLUMN --buffer '0.0=zero(256)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s --check-prefix=COLUMN
// COLUMN: invocation (1,0,0) reads 'items[1].turn[2].x' of buffer 0.0, and invocation (0,0,0) writes it;
//
// Elements beside each other do not race.
// RUN: spirv-run %s -D APART --buffer '0.0=zero(256)' --buffer '0.1=zero(64)' --strict 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=undefined
// APART: 0.1: uint32[16] = 0
#version 460
layout(local_size_x = 2) in;
struct Item {
  uvec2 at[2];
  mat3x2 turn;
};
struct Cell { uint count, flag; };
layout(std430, row_major, set = 0, binding = 0) buffer Items { Item items[]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[]; };
shared Cell grid[2][3][2];

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint one = gl_NumWorkGroups.x;
#if defined(MEMBER)
  if (i == 0) items[one + 1].at[one].y = 7;
  if (i == 1) results[0] = items[one + 1].at[one].y;
#elif defined(WHOLE)
  if (i == 0) items[one + 1].at[one].y = 7;
  if (i == 1) {
    const uvec2 both = items[one + 1].at[one];
    results[0] = both.x + both.y;
  }
#elif defined(NESTED)
  if (i == 0) grid[one][one + 1][one - 1].flag = 7;
  if (i == 1) results[0] = grid[one][one + 1][one - 1].flag;
#elif defined(COLUMN)
  if (i == 0) items[one].turn[one + 1].x = 7;
  if (i == 1) results[0] = uint(items[one].turn[one + 1].x);
#else
  if (i == 0) items[one + 1].at[one].y = 7;
  if (i == 1) results[0] = items[one + 1].at[one].x + items[one + 2].at[one].y;
#endif
}
