// A load or store of a whole structure may access the padding between its members, but not after the last one, so accesses to the padding race.
// COVERS: memory.data-race
//
// Bytes 12 to 15 of a pair are padding. In the other binding they are words 3 and 7; word 7 is after the last member.
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D WORD=3 --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D WORD=3 --subgroup-size 1 --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D WORD=3 -D LOAD --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: data race: {{.*}} [memory.data-race]
//
// An access to the member itself, to the padding at the end, and to the padding if members are accessed one by one.
// RUN: expect-status 3 spirv-run %s --ignore aliasing -D WORD=2 --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: spirv-run %s --ignore aliasing -D WORD=7 --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// RUN: spirv-run %s --ignore aliasing -D WORD=3 -D MEMBERS --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// PASS: 0.0:
#version 460
layout(local_size_x = 2) in;
struct Pair {
  uvec2 y;
  uint x;
};
struct Pairs {
  Pair pair[2];
};
layout(std430, set = 0, binding = 0) buffer First { Pairs pairs; Pairs others; };
layout(std430, set = 0, binding = 1) buffer Second { uint words[16]; };

void main() {
  if (gl_LocalInvocationIndex == 0) {
#if defined(MEMBERS)
    pairs.pair[0].x = others.pair[1].x;
    pairs.pair[0].y = others.pair[1].y;
#elif defined(LOAD)
    others = pairs;
#else
    pairs = others;
#endif
  } else {
    words[WORD] = 1;
  }
}
