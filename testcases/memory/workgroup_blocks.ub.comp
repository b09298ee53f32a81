#version 450
// All blocks in workgroup memory share one storage: a write through one is visible through the others, and unwritten bytes
// are undefined. Accesses may race. The device limit applies to the largest block. All of them must be decorated Aliased.
// COVERS: memory.not-aliased memory.data-race device-limits.shared-memory
//
// RUN: spirv-run %s --strict --buffer '0.0=zero(16)' --check-races 2>&1 | FileCheck %s --implicit-check-not=undefined
// CHECK: 0.0: uint32[4] = 4 3 2 1
// RUN: spirv-run %s --strict -g 2 --jobs 2 --no-check-races --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --implicit-check-not=undefined
//
// RUN: spirv-run %s -DHALF --buffer '0.0=zero(16)' 2> /dev/null | FileCheck %s --check-prefix=HALF
// HALF: 0.0: uint32[4] = undef 3 undef 1
//
// RUN: expect-status 3 spirv-run %s -DRACE --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: undefined-behavior: {{.*}}[memory.data-race]
// RACE: 1 undefined-behavior
//
// RUN: spirv-run %s --strict -DSIZE=4096 --device-limits vulkan1.0 --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --implicit-check-not=undefined
// RUN: expect-status 3 spirv-run %s -DSIZE=4097 --device-limits vulkan1.0 --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: more bytes than maxComputeSharedMemorySize: 16388, but the limit is 16384 [device-limits.shared-memory]
//
// RUN: spirv-run %s --disassemble | sed '/Aliased/d' > %t.spvasm
// RUN: expect-status 2 spirv-run %t.spvasm --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: the module is not valid: {{.*}}Aliased
// RUN: expect-status 3 spirv-run %t.spvasm --no-validate --buffer '0.0=zero(16)' 2>&1 | FileCheck %s --check-prefix=ALIASED
// ALIASED: undefined-behavior: two variables that are not both decorated Aliased access the same memory, and at least one access writes it: {{'__1' and '_'|'_' and '__1'}} both access byte offset {{[0-9]+}} of '_', '__1' [memory.not-aliased]

#extension GL_EXT_shared_memory_block : require

#ifndef SIZE
#define SIZE 4
#endif

layout(local_size_x = 4) in;

shared Words { uint words[SIZE]; };
shared Pairs { uvec2 pairs[2]; };

layout(set = 0, binding = 0) buffer Result { uint result[4]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef HALF
  if (i % 2 == 0)
#endif
  words[i] = i + 1;
#ifndef RACE
  barrier();
#endif
  result[i] = pairs[(3 - i) / 2][(3 - i) % 2];
}
