// Kernels whose results do depend on the order, or are not proven not to: updates that do not commute, or of another value than the
// expected one; a section that doubles; a look-back that takes the sum of one tile for that of all, stops at a sum, or skips one; a
// pointer that may point to local memory.
//
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry doubles --groups 3 --local-size 1 --arg 0=uint32:1 2>/dev/null | FileCheck %s --check-prefix=ONE
// RUN: spirv-run %s --entry differs --groups 3 --local-size 1 --arg 0=uint32:1 2>/dev/null | FileCheck %s --check-prefix=ONE
// RUN: spirv-run %s --entry either --groups 3 --local-size 1 --arg 0=uint32:1 --arg 1=uint32:0 2>/dev/null | FileCheck %s --check-prefix=ONE
// ONE: {{^}}arg.0: uint32[1] = {{[0-9]+\?$}}
// RUN: spirv-run %s --entry lock --groups 3 --local-size 1 --arg 0=uint32:0 --arg 1=uint32:1 2>/dev/null | FileCheck %s --check-prefix=LOCK
// LOCK: {{^}}arg.1: uint32[1] = {{[0-9]+\?$}}
// RUN: spirv-run %s --entry look_back --groups 4 --local-size 1 --arg 0=uint32:0 --arg '1=uint32:fill(4,0)' --arg '2=uint32:fill(4,0)' --arg '3=uint32:fill(4,0)' --arg '4=uint32:fill(4,0)' 2>/dev/null | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}arg.4: uint32[4] = 1 3 6 10{{$}}
// RUN: spirv-run %s --entry look_back --groups 4 --local-size 1 --arg 0=uint32:1 --arg '1=uint32:fill(4,0)' --arg '2=uint32:fill(4,0)' --arg '3=uint32:fill(4,0)' --arg '4=uint32:fill(4,0)' 2>/dev/null | FileCheck %s --check-prefix=WRONG
// RUN: spirv-run %s --entry look_back --groups 4 --local-size 1 --arg 0=uint32:2 --arg '1=uint32:fill(4,0)' --arg '2=uint32:fill(4,0)' --arg '3=uint32:fill(4,0)' --arg '4=uint32:fill(4,0)' 2>/dev/null | FileCheck %s --check-prefix=WRONG
// RUN: spirv-run %s --entry look_back --groups 4 --local-size 1 --arg 0=uint32:3 --arg '1=uint32:fill(4,0)' --arg '2=uint32:fill(4,0)' --arg '3=uint32:fill(4,0)' --arg '4=uint32:fill(4,0)' 2>/dev/null | FileCheck %s --check-prefix=WRONG
// WRONG: {{^}}arg.4: uint32[4] = {{[0-9]+[?]? [0-9]+[?]? [0-9]+\? [0-9]+\?$}}

kernel void doubles(global volatile atomic_uint* sum) {
  const uint i = get_global_id(0);
  uint expected = 0;
  while (!atomic_compare_exchange_strong_explicit(sum, &expected, 2 * expected + i, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device)) {
  }
}

kernel void differs(global volatile atomic_uint* sum) {
  const uint i = get_global_id(0);
  uint expected = 0, before = 0;
  while (!atomic_compare_exchange_strong_explicit(sum, &expected, before + i, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device)) {
    before = 3 * expected;
  }
}

void add(volatile atomic_uint* sum, uint i) {
  uint expected = 0;
  while (!atomic_compare_exchange_strong_explicit(sum, &expected, expected + i, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device)) {
  }
}
kernel void either(global volatile atomic_uint* sum, uint is_local) {
  local atomic_uint own;
  atomic_init(&own, 0u);
  add(is_local ? (volatile atomic_uint*)&own : (volatile atomic_uint*)sum, get_global_id(0));
}

kernel void lock(global volatile atomic_uint* lock, global uint* values) {
  while (atomic_exchange_explicit(lock, 1u, memory_order_acquire, memory_scope_device) == 1u) {
  }
  values[0] = 2 * values[0] + get_global_id(0);
  atomic_store_explicit(lock, 0u, memory_order_release, memory_scope_device);
}

// `fault`: 1: adds the wrong sum; 2: stops at a sum; 3: skips a tile.
kernel void look_back(uint fault, global volatile atomic_uint* flags, global uint* sums, global uint* prefixes, global uint* out) {
  const uint tile = get_group_id(0);
  sums[tile] = tile + 1;
  atomic_store_explicit(flags + tile, 1u, memory_order_release, memory_scope_device);
  uint found = 0;
  int other = (int)tile - 1 - (int)(fault / 3);
  while (other >= 0) {
    const uint state = atomic_load_explicit(flags + other, memory_order_acquire, memory_scope_device);
    if (state == 0) continue;
    if (state == 2) {
      found += fault == 1 ? sums[other] : prefixes[other];
      break;
    }
    found += sums[other];
    if (fault == 2 && other == 1) break;
    --other;
  }
  prefixes[tile] = found + tile + 1;
  atomic_store_explicit(flags + tile, 2u, memory_order_release, memory_scope_device);
  out[tile] = found + tile + 1;
}
