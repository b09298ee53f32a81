// Work-items race unless barriers, fences or atomics order their accesses to the same memory.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry neighbors --local-size 64 --arg 0=int32:iota(64) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: races.ub.cl:[[# @LINE + 26]]:{{.*}} undefined-behavior: data race: {{.*}} [memory.data-race]
// RUN: spirv-run %s --entry neighbors --local-size 64 --strict --arg 0=int32:iota(64) --arg 1=int32:1 > /dev/null
//
// A barrier for local memory does not order global memory.
// RUN: expect-status 3 spirv-run %s --entry global_memory --local-size 64 --arg 0=int32:iota(64) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: [memory.data-race]
// RUN: spirv-run %s --entry global_memory --local-size 64 --strict --arg 0=int32:iota(64) --arg 1=int32:1 > /dev/null
//
// Nothing orders work-groups.
// RUN: expect-status 3 spirv-run %s --entry sum -g 2 --local-size 4 --arg 0=int32:0 --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: [memory.data-race]
// RUN: spirv-run %s --entry sum -g 2 --local-size 4 --strict --arg 0=int32:0 --arg 1=int32:1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: arg.0: int32[1] = 8
//
// Release and acquire publish earlier writes.
// RUN: expect-status 3 spirv-run %s --entry message --local-size 64 --subgroup-size 32 --arg 0=int32:0,0,0 --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=MESSAGE
// MESSAGE: [memory.data-race]
// RUN: spirv-run %s --entry message --local-size 64 --subgroup-size 32 --strict --arg 0=int32:0,0,0 --arg 1=int32:1 | FileCheck %s --check-prefix=PASSED
// PASSED: arg.0: int32[3] = 7 1 7
//
// Generic pointers.
// RUN: spirv-run %s --entry any_memory --local-size 64 --strict --arg 0=int32:fill(64,0) > /dev/null

kernel void neighbors(global int* values, int ordered) {
  local int parts[64];
  int i = get_local_id(0);
  parts[i] = values[i];
  if (ordered) barrier(CLK_LOCAL_MEM_FENCE);
  values[i] = parts[63 - i];
}

kernel void global_memory(global int* values, int right) {
  int i = get_local_id(0);
  int read = values[63 - i];
  if (right) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  values[i] = read;
}

kernel void sum(global int* total, int atomically) {
  if (atomically) {
    atomic_add(total, 1);
  } else {
    *total += 1;
  }
}

kernel void message(global int* box, int ordered) {
  global atomic_int* flag = (global atomic_int*)(box + 1);
  if (get_local_id(0) == 0) {
    box[0] = 7;
    if (ordered) {
      atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
    } else {
      atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_work_group);
    }
  }
  if (get_local_id(0) == 32) {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) == 0) {
    }
    box[2] = box[0];
  }
}

void increment(int* number) { *number += 1; }
kernel void any_memory(global int* values) {
  local int parts[64];
  int i = get_local_id(0);
  parts[i] = i;
  increment(&parts[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  increment(&parts[63 - i]);
  increment(&values[i]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  increment(&values[63 - i]);
}

// An access to a vector accesses all its components.
// RUN: expect-status 3 spirv-run %s --entry vectors --local-size 8 --arg 0=int32:fill(16,0) --arg 1=int32:1 --arg 2=int32:2 2>&1 | FileCheck %s --check-prefix=VECTORS
// VECTORS: invocation (0,0,0) writes 'values[1]' of buffer arg.0, and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RUN: expect-status 3 spirv-run %s --entry vectors --local-size 8 --arg 0=int32:fill(16,0) --arg 1=int32:1 --arg 2=int32:1 2>&1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: writes 'values[1]' of buffer arg.0, and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.same-value-race]
// RUN: spirv-run %s --entry vectors --local-size 8 --strict --arg 0=int32:fill(16,0) --arg 1=int32:2 --arg 2=int32:2 | FileCheck %s --check-prefix=APART
// APART: arg.0: int32[16] = 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2
kernel void vectors(global int* values, int distance, int second) {
  vstore2((int2)(1, second), 0, values + get_local_id(0) * distance);
}

// RUN: expect-status 3 spirv-run %s --entry small_vectors --local-size 4 --arg 0=uint8:fill(12,0) --arg 1=int32:2 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: invocation (1,0,0) writes 'values[2]' of buffer arg.0, and invocation (0,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RUN: spirv-run %s --entry small_vectors --local-size 4 --strict --arg 0=uint8:fill(12,0) --arg 1=int32:3 | FileCheck %s --check-prefix=SMALLAPART
// SMALLAPART: arg.0: uint8[12] = 1 2 3 1 2 3 1 2 3 1 2 3
kernel void small_vectors(global uchar* values, int distance) {
  vstore3((uchar3)(1, 2, 3), 0, values + get_local_id(0) * distance);
}

// RUN: expect-status 3 spirv-run %s --entry loaded --local-size 16 --arg 0=int32:fill(16,0) --arg 1=int32:0 2>&1 | FileCheck %s --check-prefix=LOADED
// LOADED: invocation (0,0,0) reads 'loaded.parts[1]', and invocation (1,0,0) writes it; no barrier separates the two accesses [memory.data-race]
// RUN: spirv-run %s --entry loaded --local-size 16 --strict --arg 0=int32:fill(16,0) --arg 1=int32:1 | FileCheck %s --check-prefix=SUMS
// SUMS: arg.0: int32[16] = 6 22 38 54 6 22 38 54 6 22 38 54 6 22 38 54
kernel void loaded(global int* sums, int ordered) {
  local int parts[16];
  const int i = get_local_id(0);
  parts[i] = i;
  if (ordered) barrier(CLK_LOCAL_MEM_FENCE);
  const int4 four = vload4(i & 3, parts);
  sums[i] = four.x + four.y + four.z + four.w;
}
