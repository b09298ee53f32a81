// A scan in one pass: each workgroup publishes the sum of its numbers, then adds the published sums of earlier
// workgroups, until it finds one that has published the sum of all up to itself. In order, that is always the first
// one that it examines. Under other schedules, workgroups look back further, at sums that were published early.
// COVERS: memory.data-race
//
// RUN: spirv-run %s --groups 8 --buffer '0.0=zero(4)' --buffer '0.1=zero(96)' --buffer '0.2=uint32:iota(32,1)' --buffer '0.3=zero(128)' --dump 0.3 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s -D EARLY=gl_SemanticsRelaxed --groups 8 --buffer '0.0=zero(4)' --buffer '0.1=zero(96)' --buffer '0.2=uint32:iota(32,1)' --buffer '0.3=zero(128)' --dump 0.3 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: {{^}}0.3: uint32[32] =
// PASS-NEXT: 0: 1? 3? 6? 10? 15? 21? 28? 36? 45? 55? 66? 78? 91? 105? 120? 136?{{$}}
// PASS-NEXT: 16: 153? 171? 190? 210? 231? 253? 276? 300? 325? 351? 378? 406? 435? 465? 496? 528?{{$}}
// PASS-NOT: {{data race|relies}}
//
// RUN: expect-status 3 spirv-run %s -D EARLY=gl_SemanticsRelaxed --groups 8 --seed 1 --buffer '0.0=zero(4)' --buffer '0.1=zero(96)' --buffer '0.2=uint32:iota(32,1)' --buffer '0.3=zero(128)' --dump 0.3 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: reads 'states[{{[0-9]}}].{{.*}}' of buffer 0.1, and invocation (0,0,0) of workgroup ({{[0-7]}},0,0) writes it; {{.*}} [memory.data-race]
//
// RUN: sh -c "for seed in 1 2 3 4 5 6 7 8; do spirv-run %s --groups 8 --seed $seed --buffer '0.0=zero(4)' --buffer '0.1=zero(96)' --buffer '0.2=uint32:iota(32,1)' --buffer '0.3=zero(128)' --dump 0.3 2>&1 || exit 1; done" > %t
// RUN: FileCheck %s --check-prefix=SEEDS < %t
// SEEDS-COUNT-8: 16: 153? 171? 190? 210? 231? 253? 276? 300? 325? 351? 378? 406? 435? 465? 496? 528?{{$}}
// RUN: FileCheck %s --check-prefix=RELIES < %t
// RELIES-NOT: data-race
// RELIES: implementation-dependent: subgroup 0 of workgroup ({{[0-7]}},0,0) spins on 'states[{{[0-9]}}].flag' of buffer 0.1 ({{.*}}), which workgroup ({{[0-7]}},0,0) writes; {{.*}} [forward-progress.other-workgroup]
// RELIES-NOT: data-race
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 4) in;
struct State { uint flag, sum, sum_of_all; };
layout(std430, set = 0, binding = 0) buffer Tickets { uint tickets; };
layout(std430, set = 0, binding = 1) nonprivate buffer States { State states[]; };
layout(std430, set = 0, binding = 2) readonly buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 3) buffer Sums { uint sums[]; };
shared uint shared_part, shared_before;

const int storage = gl_StorageSemanticsBuffer;
#ifndef EARLY
#define EARLY gl_SemanticsRelease | gl_SemanticsMakeAvailable
#endif

void publish_sum(uint part) {
  atomicStore(states[part].flag, 1u, gl_ScopeDevice, (EARLY) == 0 ? 0 : storage, EARLY);
}
void publish_sum_of_all(uint part) {
  atomicStore(states[part].flag, 2u, gl_ScopeDevice, storage,
              gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
uint published(uint part) {
  return atomicLoad(states[part].flag, gl_ScopeDevice, storage,
                    gl_SemanticsAcquire | gl_SemanticsMakeVisible);
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) shared_part = atomicAdd(tickets, 1u, gl_ScopeDevice, 0, 0);
  barrier();
  const uint part = shared_part;
  if (i == 0) {
    uint sum = 0;
    for (uint k = 0; k < 4; ++k) sum += numbers[4 * part + k];
    uint before = 0;
    if (part != 0) {
      states[part].sum = sum;
      publish_sum(part);
      for (uint other = part - 1;; --other) {
        uint flag;
        do {
          flag = published(other);
        } while (flag == 0);
        if (flag == 2) {
          before += states[other].sum_of_all;
          break;
        }
        before += states[other].sum;
      }
    }
    states[part].sum_of_all = before + sum;
    publish_sum_of_all(part);
    shared_before = before;
  }
  barrier();
  uint sum = shared_before;
  for (uint k = 0; k <= i; ++k) sum += numbers[4 * part + k];
  sums[4 * part + i] = sum;
}
