// Neighbors access two buffers alternately, around byte 4096. Only accesses to the same word of the same buffer race.
// COVERS: memory.data-race
//
// RUN: spirv-run %s -D AT=i/2 --buffer '0.0[0]=zero(8192)' --buffer '0.0[1]=zero(8192)' --strict 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=undefined
// PASS: 0.0[0]:
// RUN: expect-status 3 spirv-run %s -D 'AT=min(i/2,2)' --buffer '0.0[0]=zero(8192)' --buffer '0.0[1]=zero(8192)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: invocation (6,0,0) writes 'words[1024]' of buffer 0.0, and invocation (4,0,0) writes it
// RUN: expect-status 3 spirv-run %s -D 'AT=max(i,3)/2' --buffer '0.0[0]=zero(8192)' --buffer '0.0[1]=zero(8192)' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: invocation (2,0,0) writes 'words[1023]' of buffer 0.0, and invocation (0,0,0) writes it
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Words { uint words[2048]; } buffers[2];

void main() {
  const uint i = gl_LocalInvocationIndex;
  buffers[nonuniformEXT(i & 1)].words[1022 + (AT)] = i;
}
